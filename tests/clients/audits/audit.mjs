// Runs the audits of GraphQL over HTTP against a server and prints what each found, as JSON.
import { serverAudits } from 'graphql-http'

const found = []
for (const audit of serverAudits({ url: process.argv[2] })) {
  const { status, reason } = await audit.fn()
  found.push({ id: audit.id, name: audit.name, status, reason: reason ?? null })
}
console.log(JSON.stringify(found))
