interface Card {
  title: string
  /** Id of a page of the site. */
  to: string
  text: string
}

/** Links to pages of the site, with a sentence each. */
export function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <div className="cards sb-unstyled">
      {cards.map(({ title, to, text }) => (
        <a key={to} href={`?path=/docs/${to}`} target="_top">
          <strong>{title}</strong>
          <span>{text}</span>
        </a>
      ))}
    </div>
  )
}
