/** What `BudgetMeter` says. */
export const budgetStrings = {
  budget: 'Today’s budget',
  budgetUsed: (used: string, quota: string) => `${used} of ${quota} requests`,
  budgetUnmetered: (used: string) => `${used} requests, not rationed`,
  budgetNotKnown: 'Not known',
  budgetSpent: 'Spent',
  budgetResets: (duration: string) => `Resets in ${duration}`,
  budgetLifted: 'Going over it is allowed until it resets.',
  liftBudget: 'Go over it today',
}
