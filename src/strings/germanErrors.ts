import type { Strings } from '../components/locales/english.ts'

const by = (predicate: string) => (subject: string | undefined) =>
  `${subject ?? 'Ein Endpunkt'} ${predicate}.`
const askLess = 'Weniger Blöcke, Adressen oder Topics auf einmal abfragen.'

/** What can go wrong, in German: all of it. */
export const germanErrors: Required<Strings['errors']> = {
  'range-too-wide': {
    what: by('liest nicht so viele Blöcke auf einmal'),
    advice: 'Weniger Blöcke auf einmal abfragen.',
  },
  'too-many-results': { what: by('hat mehr Logs gefunden, als er auf einmal schickt'), advice: askLess },
  'response-too-large': { what: by('hat eine Antwort, die zu groß ist'), advice: askLess },
  timeout: {
    what: by('hat nicht rechtzeitig geantwortet'),
    advice: 'Weniger auf einmal abfragen oder es noch einmal versuchen.',
  },
  'rate-limited': {
    what: by('wird zu oft gefragt'),
    advice: 'Einen Moment warten oder einen weiteren Endpunkt hinzunehmen.',
  },
  quota: {
    what: by('hat in seinem Kontingent keine Anfragen mehr frei'),
    advice: 'Warten, bis es neu beginnt, oder einen weiteren Endpunkt hinzunehmen.',
  },
  unavailable: {
    what: by('bietet diese Abfrage nicht an'),
    advice: 'Einen Endpunkt oder Tarif nehmen, der sie anbietet.',
  },
  'wrong-network': {
    what: by('gehört zu einem anderen Netzwerk'),
    advice: 'Die Adresse des Endpunkts prüfen, oder das Netzwerk, für das er angegeben ist.',
  },
  'filter-gone': {
    what: by('kennt diesen Filter nicht mehr'),
    advice: 'Den Filter neu anlegen und lesen, was fehlt.',
  },
  'beyond-head': {
    what: by('hat diesen Block noch nicht'),
    advice: 'Noch einmal fragen, wenn er so weit ist.',
  },
  pruned: {
    what: by('bewahrt diesen Teil der Geschichte nicht mehr auf'),
    advice: 'Für diese Blöcke einen Archiv-Endpunkt nehmen.',
  },
  transient: {
    what: by('konnte gerade nicht antworten oder ist nicht zu erreichen'),
    advice:
      'Es gleich noch einmal versuchen, die Verbindung prüfen oder einen weiteren Endpunkt hinzunehmen.',
  },
  malformed: {
    what: by('hat etwas geschickt, das sich nicht lesen lässt'),
    advice: 'Prüfen, ob die Adresse die eines JSON-RPC-Endpunkts ist, oder einen anderen nehmen.',
  },
  'invalid-input': {
    what: by('hat die Abfrage als ungültig abgelehnt'),
    advice: 'Prüfen, was abgefragt wird.',
  },
  fatal: { what: by('hat die Abfrage abgelehnt'), advice: 'Der Grund steht in den Einzelheiten.' },
  'budget-spent': {
    what: (subject) => `Das heutige Budget von ${subject} Anfragen ist aufgebraucht.`,
    advice: 'Warten, bis es neu beginnt, oder erlauben, darüber hinauszugehen.',
  },
  'invalid-query': { what: () => 'So kann die Abfrage nicht gestellt werden.' },
  'invalid-attribute': { what: (subject) => `Das Attribut ${subject} ist so nicht zu verwenden.` },
  'invalid-network': {
    what: (subject) => `Das Netzwerk „${subject}“ ist so nicht zu verwenden.`,
    advice: 'Seine Angaben prüfen: Der Grund steht in den Einzelheiten.',
  },
  'missing-provider': {
    what: () => 'Über dieser Komponente ist kein <LogsProvider>.',
    advice: 'Die App in <LogsProvider config={config}> setzen, oder dem Hook config geben.',
  },
  'storage-unavailable': {
    what: () => 'Was gelesen wird, bleibt nur im Arbeitsspeicher: Der Browser bewahrt es nicht auf.',
    advice: 'Nach einem Neuladen wird es noch einmal gelesen; sonst ändert sich nichts.',
  },
  'storage-full': {
    what: () => 'Was jetzt gelesen wird, bleibt nur im Arbeitsspeicher: Der Speicher des Browsers ist voll.',
    advice: 'Platz schaffen oder die Daten dieser Seite löschen, dann neu laden.',
  },
  'export-value': {
    what: (subject) => `Ein Wert der Spalte ${subject} passt nicht in diese Datei.`,
    advice: 'Als CSV oder JSON exportieren: Deren Zahlen dürfen beliebig groß sein.',
  },
  unexpected: { what: () => 'Das ist unerwartet fehlgeschlagen.' },
  lookup: {
    what: (subject) => `${subject} hat keine brauchbare Antwort gegeben.`,
    advice: 'Später noch einmal fragen oder die ABI des Vertrags angeben.',
  },
}
