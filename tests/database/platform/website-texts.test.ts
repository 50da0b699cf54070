import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole } from "../as-role";

const addContent = (tx: TransactionSql) =>
  tx`insert into public.website_contents (key, locale, body) values ('teste', 'pt-BR', '{}')`;

describeAccess("website_contents", addContent, [
  ["select", ACTORS, "select 1 from public.website_contents where key = 'teste'"],
  ["insert", EDITORS_UP, addContent],
  ["update", EDITORS_UP, `update public.website_contents set body = '{"title": "X"}' where key = 'teste'`],
  ["delete", EDITORS_UP, "delete from public.website_contents where key = 'teste'"],
]);

const addFaq = (tx: TransactionSql) => tx`
  insert into public.faqs (key, audience, question, answer) values ('teste', 'viajante', 'Pergunta?', 'Resposta.')`;

describeAccess("faqs", addFaq, [
  ["select", ACTORS, "select 1 from public.faqs where key = 'teste'"],
  ["insert", EDITORS_UP, addFaq],
  ["update", EDITORS_UP, "update public.faqs set answer = 'Outra.' where key = 'teste'"],
  ["delete", EDITORS_UP, "delete from public.faqs where key = 'teste'"],
]);

const addTerm = (tx: TransactionSql) =>
  tx`insert into public.glossary_terms (key, term, definition) values ('teste', 'Teste', 'Prova.')`;

describeAccess("glossary_terms", addTerm, [
  ["select", ACTORS, "select 1 from public.glossary_terms where key = 'teste'"],
  ["insert", EDITORS_UP, addTerm],
  ["update", EDITORS_UP, "update public.glossary_terms set definition = 'X' where key = 'teste'"],
  ["delete", EDITORS_UP, "delete from public.glossary_terms where key = 'teste'"],
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

describeAccess("legal_documents", announced, [
  ["select a document in force", ACTORS, selectDocument, inForce],
  ["select a document not yet in force", EDITORS_UP, selectDocument],
  ["insert", EDITORS_UP, announced],
  ["update a document not yet in force", EDITORS_UP, updateDocument],
  ["update a document in force", [], updateDocument, inForce],
  ["delete a document not yet in force", EDITORS_UP, removeDocument],
  ["delete a document in force", [], removeDocument, inForce],
]);

describe("a legal document in force", () => {
  it.each([
    ["changed", updateDocument],
    ["deleted", removeDocument],
  ])("cannot be %s by the server or the owner either", async (_, run) => {
    await expect(asRole("service_role", inForce, async (tx) => run(tx))).rejects.toMatchObject({ code: "42501" });
    const byOwner = asOwner(async (tx) => {
      await inForce(tx);
      await run(tx);
    });
    await expect(byOwner).rejects.toMatchObject({ code: "42501" });
  });

  it("has one text per version and language", async () => {
    const twice = asOwner(async (tx) => {
      await inForce(tx);
      await announced(tx);
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
  });
});
