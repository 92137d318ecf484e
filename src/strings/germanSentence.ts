/** The library's own sentences in errors, with a letter in braces for each value; the first that fits applies. */
const sentences: Readonly<Record<string, string>> = {
  // Of archives: the problem follows the name.
  'The archive at {a} {p}.': 'Das Archiv {a} {p}.',
  'belongs to chain {a}, not to {b}': 'gehört zu Chain {a}, nicht zu {b}',
  'belongs to another chain: its block 0 has a different hash':
    'gehört zu einer anderen Chain: Sein Block 0 hat einen anderen Hash',
  'has blocks that no node confirms: they are read from nodes':
    'hat Blöcke, die kein Node bestätigt: Sie werden von Nodes gelesen',
  '{d} of the logs that a node has in blocks {a} to {b}':
    '{d} der Logs, die ein Node in den Blöcken {a} bis {b} hat',
  'lacks {n} and {d}': 'verschweigt {n} und {d}',
  'invents {n} and {d}': 'erfindet {n} und {d}',
  'lacks {n}': 'verschweigt {n}',
  'invents {n}': 'erfindet {n}',
  'changes {n}': 'ändert {n}',
  'could not be read': 'war nicht lesbar',
  'could not be reached': 'war nicht erreichbar',
  'redirects to {u}, and redirects are not followed':
    'leitet zu {u} um, und Umleitungen werden nicht befolgt',
  'answered with HTTP {s} for {f}': 'hat die Anfrage nach {f} mit HTTP {s} beantwortet',
  'its manifest': 'seinem Manifest',
  'answered a range request with a whole file':
    'hat die Anfrage nach einem Teil mit der ganzen Datei beantwortet',
  'sent more bytes of {f} than stated': 'hat mehr Bytes von {f} gesendet als angegeben',
  'did not send all of {f}': 'hat nur einen Teil von {f} gesendet',
  'sent {a} bytes of {f} instead of {b}': 'hat {a} statt {b} Bytes von {f} gesendet',
  'sent {f} with another hash': 'hat {f} mit einem anderen Hash gesendet',
  'sent another index of {f} than stated': 'hat einen anderen Index von {f} gesendet als angegeben',
  'sent another part of {f} than requested': 'hat einen anderen Teil von {f} gesendet als angefragt',
  'sent other bytes of {f} than its index states': 'hat andere Bytes von {f} gesendet, als der Index angibt',
  'has {a} bytes of indexes in {f}, too many to read': 'hat {a} Bytes Indizes in {f}, zu viele zum Lesen',
  'has {a} bytes of keys, too many to read': 'hat {a} Bytes Schlüssel, zu viele zum Lesen',
  'has damaged keys': 'hat beschädigte Schlüssel',
  'has malformed hashes in {f}': 'hat fehlerhafte Hashes in {f}',
  'has a damaged index in {f}': 'hat einen beschädigten Index in {f}',
  'has a damaged index of words in {f}': 'hat einen beschädigten Wortindex in {f}',
  'has a damaged footer in {f}': 'hat ein beschädigtes Dateiende in {f}',
  'has logs in another order in {f}': 'hat Logs in anderer Reihenfolge in {f}',
  'has other logs in {f} than its keys state': 'hat andere Logs in {f}, als seine Schlüssel angeben',
  'has another manifest than the pinned one': 'hat ein anderes Manifest als das festgelegte',
  'has a manifest without a signature': 'hat ein Manifest ohne Signatur',
  'has a signature that cannot be checked here: Ed25519 or a secure context is missing':
    'hat eine Signatur, die hier nicht prüfbar ist: Es fehlt Ed25519 oder ein sicherer Kontext',
  'has a manifest with another signature than that of the public key':
    'hat ein Manifest mit einer anderen Signatur als der des öffentlichen Schlüssels',
  'has a manifest that is not JSON': 'hat ein Manifest, das kein JSON ist',
  'has a manifest of another format: it is not an archive of topic0':
    'hat ein Manifest in einem anderen Format: Es ist kein Archiv von topic0',
  'has version {v}, but this release reads version 1': 'hat Version {v}, aber dieses Release liest Version 1',
  'has a manifest with a missing or malformed field':
    'hat ein Manifest, in dem ein Feld fehlt oder fehlerhaft ist',
  'has a manifest whose covered blocks are malformed':
    'hat ein Manifest, dessen abgedeckte Blöcke fehlerhaft angegeben sind',
  'has a manifest whose files are malformed, or overlap':
    'hat ein Manifest, dessen Dateien fehlerhaft angegeben sind oder sich überschneiden',
  // By code and status.
  '{e} could not be reached.': '{e} ist nicht erreichbar.',
  '{e} could not be reached, or does not allow requests from this site (CORS).':
    '{e} ist nicht erreichbar oder erlaubt keine Anfragen von dieser Website (CORS).',
  'Check the connection and the URL, or use another endpoint.':
    'Die Verbindung und die URL prüfen oder einen anderen Endpunkt verwenden.',
  // Of services, too.
  '{e} redirects to {u}, and redirects are not followed.':
    '{e} leitet zu {u} um. Umleitungen werden nicht befolgt.',
  'another URL, which browsers do not reveal': 'einer anderen URL, die Browser nicht nennen',
  'another path of the same host': 'einem anderen Pfad desselben Hosts',
  'an unknown URL': 'einer unbekannten URL',
  '{e} redirects {m}, and redirects are not followed.':
    '{e} leitet {m} um. Umleitungen werden nicht befolgt.',
  'It redirects to {u}.': 'Die Umleitung führt zu {u}.',
  'Check the URL of the endpoint: use the one it redirects to if you trust it.':
    'Die URL des Endpunkts prüfen: Ist das Ziel der Umleitung vertrauenswürdig, dieses verwenden.',
  '{e} could not read the request as JSON.': '{e} konnte die Anfrage nicht als JSON lesen.',
  'Check for a proxy that changes requests, and try again.':
    'Prüfen, ob ein Proxy die Anfragen verändert, und es erneut versuchen.',
  '{e} does not accept {m} in this form.': '{e} nimmt {m} in dieser Form nicht an.',
  'Check the request, and what the plan of the endpoint allows.':
    'Die Anfrage prüfen, und was der Tarif des Endpunkts erlaubt.',
  '{e} does not know the method {m}, which every node has.':
    '{e} kennt die Methode {m} nicht, die jeder Node hat.',
  '{e} did not find the data for {m}, which every node has.':
    '{e} hat die Daten für {m} nicht gefunden, die jeder Node hat.',
  'Check first that its URL is for this network. Then check its path, its key, and whether its plan includes the method.':
    'Zuerst prüfen, ob die URL zu diesem Netzwerk gehört, dann Pfad, Schlüssel und ob der Tarif die Methode enthält.',
  '{e} does not know the method {m}.': '{e} kennt die Methode {m} nicht.',
  'Use an endpoint that offers it.': 'Einen Endpunkt verwenden, der sie anbietet.',
  '{e} found the parameters of {m} invalid.': '{e} hält die Parameter von {m} für ungültig.',
  '{e} had an internal error while answering {m}.': '{e} hatte bei {m} einen internen Fehler.',
  'Try again in a moment, or use another endpoint.':
    'In einem Moment erneut versuchen oder einen anderen Endpunkt verwenden.',
  '{e} did not accept the input of {m}.': '{e} hat die Eingabe von {m} nicht angenommen.',
  'See the details for the reason.': 'Der Grund steht in den Details.',
  '{e} did not find what {m} requested.': '{e} hat nicht gefunden, was {m} anfragt.',
  'Check the block, hash or filter in the request.': 'Block, Hash oder Filter der Anfrage prüfen.',
  '{e} does not have what {m} needs at the moment.': '{e} hat im Moment nicht, was {m} braucht.',
  '{e} rejected the transaction.': '{e} hat die Transaktion abgelehnt.',
  'See the details for the reason, and do not send it unchanged.':
    'Der Grund steht in den Details. Nicht unverändert erneut senden.',
  '{e} does not support the method {m}.': '{e} unterstützt die Methode {m} nicht.',
  '{e} has reached its request limit.': '{e} hat das Limit für Anfragen erreicht.',
  'Wait a moment, or add another endpoint.': 'Einen Moment warten oder einen weiteren Endpunkt hinzufügen.',
  '{e} does not support version 2.0 of JSON-RPC.': '{e} unterstützt Version 2.0 von JSON-RPC nicht.',
  'Use another endpoint.': 'Einen anderen Endpunkt verwenden.',
  '{e} refused access.': '{e} hat den Zugriff verweigert.',
  'Check the key in its URL or headers, and whether the key allows this site.':
    'Den Schlüssel in URL oder Headern prüfen, und ob er diese Website erlaubt.',
  '{e} has no JSON-RPC endpoint at this path.': '{e} hat unter diesem Pfad keinen JSON-RPC-Endpunkt.',
  'Check the path and the key in its URL.': 'Pfad und Schlüssel in der URL prüfen.',
  // Of the pool.
  'No endpoint is available for {m}.': 'Für {m} ist kein Endpunkt verfügbar.',
  'There is no endpoint named "{e}".': 'Es gibt keinen Endpunkt namens „{e}“.',
  'Name one of the endpoints that getStatus() lists.': 'Einen der Endpunkte angeben, die getStatus() nennt.',
  'The parameters of {m} cannot be sent as JSON.':
    'Die Parameter von {m} können nicht als JSON gesendet werden.',
  "Pass numbers as hex, such as with viem's `numberToHex`.":
    'Zahlen als Hex übergeben, etwa mit `numberToHex` von viem.',
  '{e} gave no clear answer to {m}, which may have been executed.':
    '{e} hat {m} nicht eindeutig beantwortet. Vielleicht wurde es ausgeführt.',
  'It was not sent again. Check whether it took effect before you repeat it.':
    'Es wurde nicht erneut gesendet. Vor einer Wiederholung prüfen, ob es gewirkt hat.',
  'There is no answer to this call.': 'Auf diese Anfrage gibt es keine Antwort.',
  '{e} does not serve {n}.': '{e} gehört nicht zu {n}.',
  "It is not used. Check the endpoint's URL, or the network it is configured for.":
    'Er wird nicht verwendet. Die URL des Endpunkts oder das angegebene Netzwerk prüfen.',
  'It reports chain id {a}, but {n} has {b}.': 'Er meldet Chain-ID {a}, aber {n} hat {b}.',
  'The reply has no chain id.': 'Die Antwort enthält keine Chain-ID.',
  'The chain id is not a number.': 'Die Chain-ID ist keine Zahl.',
  // Of answers.
  'A node answered {m} with an invalid number.': 'Ein Node hat {m} mit einer ungültigen Zahl beantwortet.',
  'A node answered {m} with something that is not a transaction.':
    'Ein Node hat {m} mit etwas beantwortet, das keine Transaktion ist.',
  'A node answered {m} with the receipt of another transaction.':
    'Ein Node hat {m} mit dem Beleg einer anderen Transaktion beantwortet.',
  'A node answered {m} with another transaction.':
    'Ein Node hat {m} mit einer anderen Transaktion beantwortet.',
  '{e} answered {m} with another block.': '{e} hat {m} mit einem anderen Block beantwortet.',
  '{e} answered {m} with something that is not data.':
    '{e} hat {m} mit etwas beantwortet, das keine Daten sind.',
  'The answer is not a JSON-RPC reply.': 'Die Antwort ist keine JSON-RPC-Antwort.',
  '{e} sent an invalid answer to {m}.': '{e} hat {m} ungültig beantwortet.',
  'A new filter is created; use another endpoint if this continues.':
    'Ein neuer Filter wird angelegt. Bleibt der Fehler, einen anderen Endpunkt verwenden.',
  '{e} sent logs that cannot be read.': '{e} hat Logs gesendet, die nicht lesbar sind.',
  'Add another endpoint: one of these logs may match the query.':
    'Einen weiteren Endpunkt hinzufügen: Eines dieser Logs könnte zur Abfrage passen.',
  '{e} sent logs of another block than {h}.': '{e} hat Logs eines anderen Blocks als {h} gesendet.',
  '{e} left out logs of block {b}, which it still has.':
    '{e} hat Logs von Block {b} ausgelassen, den er noch hat.',
  'Another endpoint is used.': 'Ein anderer Endpunkt wird verwendet.',
  '{e} does not report all logs.': '{e} meldet nicht alle Logs.',
  '{e} showed a head far from that of other endpoints.':
    '{e} hat einen neuesten Block gemeldet, der weit von dem anderer Endpunkte entfernt ist.',
  // Of blocks.
  '{e} does not have block {b}.': '{e} hat Block {b} nicht.',
  'Choose a later time, or an endpoint that keeps all blocks.':
    'Eine spätere Zeit wählen oder einen Endpunkt, der alle Blöcke behält.',
  '{e} knows no block with the hash {h}.': '{e} kennt keinen Block mit dem Hash {h}.',
  'A reorg may have removed the block.': 'Vielleicht hat ein Reorg den Block entfernt.',
  '{e} has no block with the hash {h}.': '{e} hat keinen Block mit dem Hash {h}.',
  'Check the hash and the network; after a reorg the block may be gone.':
    'Hash und Netzwerk prüfen. Nach einem Reorg kann der Block fehlen.',
  'The contract was deployed in block {b} or earlier: no node keeps older states.':
    'Der Vertrag wurde in Block {b} oder früher angelegt: Kein Node hat ältere Zustände.',
  'Enter the block yourself, or use an endpoint that keeps all states (an archive node).':
    'Den Block selbst eingeben oder einen Endpunkt verwenden, der alle Zustände behält (Archiv-Node).',
  'No endpoint holds logs this old any more.': 'Kein Endpunkt hat noch so alte Logs.',
  'Use an archive endpoint for them, or begin at a later block.':
    'Dafür einen Archiv-Endpunkt verwenden oder bei einem späteren Block beginnen.',
  'No endpoint sends all logs of one block at once.':
    'Kein Endpunkt sendet alle Logs eines Blocks auf einmal.',
  'Narrow the query by address or topic, or add an endpoint that allows larger answers.':
    'Die Abfrage auf Adressen oder Topics beschränken oder einen Endpunkt hinzufügen, der größere Antworten erlaubt.',
  'No endpoint has block {b} yet.': 'Noch kein Endpunkt hat Block {b}.',
  'Try again in a moment: the endpoints are catching up.':
    'In einem Moment erneut versuchen: Die Endpunkte holen auf.',
  'The block may have been replaced while it was read.':
    'Vielleicht wurde der Block ersetzt, während er gelesen wurde.',
  'Try again in a moment.': 'In einem Moment erneut versuchen.',
  '{e} no longer has its head.': '{e} hat seinen neuesten Block nicht mehr.',
  '{e} replaced its head while it was read.':
    '{e} hat seinen neuesten Block ersetzt, während er gelesen wurde.',
  '{e} replaced its blocks while they were read.':
    '{e} hat seine Blöcke ersetzt, während sie gelesen wurden.',
  'The blocks are read again.': 'Die Blöcke werden erneut gelesen.',
  '{e} did not answer within {s} s.': '{e} hat nicht innerhalb von {s} s geantwortet.',
  // Of services and exports.
  '{e} did not answer within {s} ms.': '{e} hat nicht innerhalb von {s} ms geantwortet.',
  '{e} answered with HTTP {s}.': '{e} hat mit HTTP {s} geantwortet.',
  '{e} answered with more than {b} bytes.': '{e} hat mit mehr als {b} Bytes geantwortet.',
  '{e} answered with something that is not JSON.': '{e} hat mit etwas geantwortet, das kein JSON ist.',
  '{e} answered with something that is not a list of signatures.':
    '{e} hat mit etwas geantwortet, das keine Liste von Signaturen ist.',
  '{e} answered with something that is not an ABI.': '{e} hat mit etwas geantwortet, das keine ABI ist.',
  '{f} cannot hold the value {v} in the column {c}.': '{f} kann den Wert {v} der Spalte {c} nicht aufnehmen.',
}

interface Sentence {
  readonly pattern: RegExp
  readonly text: string
}

let patterns: readonly Sentence[] | undefined
/** Longer texts are a node's. */
const maxSentence = 300

/** A sentence of an error in German; others, such as a node's own message, stay as they are. */
export function germanSentence(english: string): string {
  if (english.length > maxSentence) return english
  patterns ??= Object.entries(sentences).map(([key, text]) => ({
    // Keys have no other special characters than these.
    pattern: new RegExp(`^${key.replaceAll(/[.()]/g, '\\$&').replaceAll(/\{(\w)\}/g, '(?<$1>.+?)')}$`),
    text,
  }))
  for (const { pattern, text } of patterns) {
    const match = pattern.exec(english)
    if (match) return text.replaceAll(/\{(\w)\}/g, (_, name: string) => germanSentence(match.groups![name]!))
  }
  return english
}
