import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole, connect } from "../as-role";

const sql = connect();

const addContent = (tx: TransactionSql) =>
  tx`insert into public.website_contents (key, locale, body) values ('teste', 'pt-BR', '{}')`;

describeAccess(sql, "website_contents", [
  {
    verb: "select",
    can: ACTORS,
    arrange: addContent,
    run: (tx) => tx`select 1 from public.website_contents where key = 'teste'`,
  },
  { verb: "insert", can: EDITORS_UP, run: addContent },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addContent,
    run: (tx) => tx`update public.website_contents set body = '{"title": "X"}' where key = 'teste'`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addContent,
    run: (tx) => tx`delete from public.website_contents where key = 'teste'`,
  },
]);

const addFaq = (tx: TransactionSql) => tx`
  insert into public.faqs (key, audience, question, answer) values ('teste', 'viajante', 'Pergunta?', 'Resposta.')`;

describeAccess(sql, "faqs", [
  { verb: "select", can: ACTORS, arrange: addFaq, run: (tx) => tx`select 1 from public.faqs where key = 'teste'` },
  { verb: "insert", can: EDITORS_UP, run: addFaq },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addFaq,
    run: (tx) => tx`update public.faqs set answer = 'Outra.' where key = 'teste'`,
  },
  { verb: "delete", can: EDITORS_UP, arrange: addFaq, run: (tx) => tx`delete from public.faqs where key = 'teste'` },
]);

const addTerm = (tx: TransactionSql) =>
  tx`insert into public.glossary_terms (key, term, definition) values ('teste', 'Teste', 'Prova.')`;

describeAccess(sql, "glossary_terms", [
  {
    verb: "select",
    can: ACTORS,
    arrange: addTerm,
    run: (tx) => tx`select 1 from public.glossary_terms where key = 'teste'`,
  },
  { verb: "insert", can: EDITORS_UP, run: addTerm },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addTerm,
    run: (tx) => tx`update public.glossary_terms set definition = 'X' where key = 'teste'`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addTerm,
    run: (tx) => tx`delete from public.glossary_terms where key = 'teste'`,
  },
]);

const addDocument = (effectiveAt: string) => (tx: TransactionSql) =>
  tx`
  insert into public.legal_documents (key, version, locale, title, body, effective_at)
  values ('termos-de-uso', '99.0', 'pt-BR', 'Termos', 'Texto', ${effectiveAt})`;
const inForce = addDocument("2026-01-01");
const announced = addDocument("2199-01-01");
const selectDocument = (tx: TransactionSql) => tx`select 1 from public.legal_documents where version = '99.0'`;
const updateDocument = (tx: TransactionSql) =>
  tx`update public.legal_documents set body = 'Outro' where version = '99.0'`;
const removeDocument = (tx: TransactionSql) => tx`delete from public.legal_documents where version = '99.0'`;

describeAccess(sql, "legal_documents", [
  { verb: "select", what: "a document in force", can: ACTORS, arrange: inForce, run: selectDocument },
  { verb: "select", what: "a document not yet in force", can: EDITORS_UP, arrange: announced, run: selectDocument },
  { verb: "insert", can: EDITORS_UP, run: announced },
  { verb: "update", what: "a document not yet in force", can: EDITORS_UP, arrange: announced, run: updateDocument },
  { verb: "update", what: "a document in force", can: [], arrange: inForce, run: updateDocument },
  { verb: "delete", what: "a document not yet in force", can: EDITORS_UP, arrange: announced, run: removeDocument },
  { verb: "delete", what: "a document in force", can: [], arrange: inForce, run: removeDocument },
]);

describe("a legal document in force", () => {
  it.each([
    ["changed", updateDocument],
    ["deleted", removeDocument],
  ])("cannot be %s by the server or the owner either", async (_, run) => {
    await expect(asRole(sql, "service_role", async (tx) => run(tx), inForce)).rejects.toMatchObject({ code: "42501" });
    const byOwner = asOwner(sql, async (tx) => {
      await inForce(tx);
      await run(tx);
    });
    await expect(byOwner).rejects.toMatchObject({ code: "42501" });
  });

  it("has one text per version and language", async () => {
    const twice = asOwner(sql, async (tx) => {
      await inForce(tx);
      await announced(tx);
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
  });
});
