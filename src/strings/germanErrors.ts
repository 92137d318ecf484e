import type { Strings } from '../components/locales/english.ts'

const by = (predicate: string) => (subject: string | undefined) =>
  `${subject ?? 'Ein Endpunkt'} ${predicate}.`
const askLess = 'Weniger Blöcke, Adressen oder Topics auf einmal abfragen.'

/** All error messages in German, by kind. */
export const germanErrors: Required<Strings['errors']> = {
  'range-too-wide': {
    what: by('erlaubt nicht so viele Blöcke pro Anfrage'),
    advice: 'Weniger Blöcke auf einmal abfragen.',
  },
  'too-many-results': { what: by('erlaubt nicht so viele Logs pro Antwort'), advice: askLess },
  'response-too-large': {
    what: by('hat die Anfrage abgelehnt, weil die Antwort zu groß wäre'),
    advice: askLess,
  },
  timeout: {
    what: by('hat nicht rechtzeitig geantwortet'),
    advice: 'Weniger auf einmal abfragen oder es noch einmal versuchen.',
  },
  'rate-limited': {
    what: by('begrenzt die Zahl der Anfragen'),
    advice: 'Einen Moment warten oder einen weiteren Endpunkt hinzufügen.',
  },
  quota: {
    what: by('nimmt keine Anfragen mehr an, weil das Kontingent ausgeschöpft ist'),
    advice: 'Warten, bis es zurückgesetzt wird, oder einen weiteren Endpunkt hinzufügen.',
  },
  unavailable: {
    what: by('unterstützt diese Anfrage nicht'),
    advice: 'Einen Endpunkt oder Tarif verwenden, der sie unterstützt.',
  },
  'wrong-network': {
    what: by('gehört zu einem anderen Netzwerk'),
    advice: 'Die URL des Endpunkts oder das angegebene Netzwerk prüfen.',
  },
  'filter-gone': {
    what: by('kennt diesen Filter nicht mehr'),
    advice: 'Den Filter neu anlegen und die fehlenden Blöcke lesen.',
  },
  'beyond-head': {
    what: by('hat diesen Block noch nicht'),
    advice: 'Später erneut versuchen.',
  },
  pruned: {
    what: by('hat diese alten Blöcke nicht mehr'),
    advice: 'Für diese Blöcke einen Archiv-Endpunkt verwenden.',
  },
  transient: {
    what: by('ist vorübergehend nicht erreichbar'),
    advice: 'Erneut versuchen, die Verbindung prüfen oder einen weiteren Endpunkt hinzufügen.',
  },
  malformed: {
    what: by('hat eine ungültige Antwort gesendet'),
    advice: 'Prüfen, ob die URL zu einem JSON-RPC-Endpunkt gehört, oder einen anderen verwenden.',
  },
  'invalid-input': {
    what: by('hat die Abfrage als ungültig abgelehnt'),
    advice: 'Die Parameter der Abfrage prüfen.',
  },
  fatal: { what: by('hat die Abfrage abgelehnt'), advice: 'Der Grund steht in den Details.' },
  'budget-spent': {
    what: (subject) => `Das heutige Budget von ${subject} Anfragen ist aufgebraucht.`,
    advice: 'Warten, bis es zurückgesetzt wird, oder das Überschreiten erlauben.',
  },
  'invalid-query': { what: () => 'Die Abfrage ist ungültig.' },
  'invalid-attribute': { what: (subject) => `Das Attribut ${subject} ist ungültig.` },
  'invalid-network': {
    what: (subject) => `Das Netzwerk „${subject}“ ist ungültig.`,
    advice: 'Die Angaben prüfen: Der Grund steht in den Details.',
  },
  'module-load': {
    what: () => 'Ein Teil dieser Seite konnte nicht geladen werden.',
    advice: 'Die Verbindung prüfen und es noch einmal versuchen. Hilft das nicht, die Seite neu laden.',
  },
  'missing-provider': {
    what: (provider) => `Diese Komponente braucht ein <${provider}>, das sie umgibt.`,
    advice: 'Sie darin einbetten. Hooks nehmen statt eines <LogsProvider> auch config an.',
  },
  'storage-unavailable': {
    what: () => 'Logs bleiben nur im Arbeitsspeicher: Der Browser kann sie nicht speichern.',
    advice: 'Nach dem Neuladen der Seite werden sie erneut gelesen.',
  },
  'storage-full': {
    what: () => 'Weitere Logs bleiben nur im Arbeitsspeicher: Der Speicher des Browsers ist voll.',
    advice: 'Speicher freigeben oder die Daten dieser Seite löschen, dann neu laden.',
  },
  'storage-download': {
    what: () => 'Der Browser hat für einen so großen Download keinen Platz.',
    advice:
      'Weniger Logs oder Spalten exportieren, oder als Parquet, das kleiner ist. Private Fenster haben weniger Platz.',
  },
  archive: {
    what: (archive) => `Das Archiv${archive ? ` ${archive}` : ''} kann nicht verwendet werden.`,
    advice:
      'Seine Blöcke werden von den Nodes gelesen. Das Archiv mit `verifyArchive` aus topic0/node prüfen.',
  },
  'export-value': {
    what: (subject) => `Ein Wert der Spalte ${subject} passt nicht in diese Datei.`,
    advice: 'Als CSV oder JSON exportieren: Dort dürfen Zahlen beliebig groß sein.',
  },
  unexpected: { what: () => 'Ein unerwarteter Fehler ist aufgetreten.' },
  lookup: {
    what: (subject) => `${subject} hat keine brauchbare Antwort gesendet.`,
    advice: 'Später erneut versuchen oder die ABI des Vertrags angeben.',
  },
}
