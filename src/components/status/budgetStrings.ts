/** Texts of `BudgetMeter`. */
export const budgetStrings = {
  budget: 'Today’s budget',
  budgetUsed: (used: string, quota: string) => `${used} of ${quota} requests`,
  budgetUnmetered: (used: string) => `${used} ${used === '1' ? 'request' : 'requests'}, no limit`,
  budgetNotKnown: 'Unknown',
  budgetSpent: 'Used up',
  budgetResets: (duration: string) => `Resets in ${duration}`,
  budgetIgnored: 'You may exceed it until it resets.',
  /** Where the server refuses what exceeds the budget. */
  budgetEnforced: 'The server refuses further requests.',
  ignoreBudget: 'Exceed it today',
}
