import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY } from "../actors";
import { asRole } from "../as-role";

const seen = (tx: TransactionSql) =>
  tx`insert into public.legal_acknowledgements (user_id, document_key, version) values (${ID_OF.user}, 'politica-de-privacidade', '1.0')`;

describeAccess("legal_acknowledgements", seen, [
  ["select", ["user"], "select version from public.legal_acknowledgements"],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.legal_acknowledgements (user_id, document_key, version) values (${ID_OF.user}, 'termos-de-uso', '9.0')`,
  ],
  ["update", NOBODY, "update public.legal_acknowledgements set version = '9.0'"],
  ["delete", NOBODY, "delete from public.legal_acknowledgements"],
]);

const publish = (tx: TransactionSql) => tx`
  insert into public.legal_documents (key, version, locale, title, body, effective_at)
  select 'politica-de-privacidade', version, 'pt-BR', 't', 'b', effective_at from (values
    ('98.2', now() - interval '1 minute'), ('98.10', now() - interval '1 minute'), ('99.0', now() + interval '1 day')
  ) as text (version, effective_at)`;

it("accepting the terms records the versions in force on that day", async () => {
  const rows = await asRole(
    "service_role",
    async (tx) => {
      await tx`update public.profiles set terms_accepted_at = null where id = ${ID_OF.user}`;
      await publish(tx);
    },
    async (tx) => {
      await tx`update public.profiles set terms_accepted_at = now() where id = ${ID_OF.user}`;
      return tx`select document_key, version from public.legal_acknowledgements where user_id = ${ID_OF.user} and document_key = 'politica-de-privacidade'`;
    },
  );
  expect([...rows]).toEqual([{ document_key: "politica-de-privacidade", version: "98.10" }]);
});

it("a new version is shown until the account has acknowledged it; one not yet in force is not shown", async () => {
  const shown = await asRole(
    "user",
    async (tx) => {
      await seen(tx);
      await publish(tx);
    },
    async (tx) => {
      const list = async () =>
        (
          await tx<
            { document: string; version: string }[]
          >`select document, version from public.new_legal_versions() where document = 'politica-de-privacidade'`
        ).map(({ version }) => version);
      const before = await list();
      await tx`select public.acknowledge_legal('politica-de-privacidade')`;
      return [before, await list()];
    },
  );
  expect(shown).toEqual([["98.10"], []]);
});

it("only an account can acknowledge, and only existing texts", async () => {
  await expect(asRole("anon", (tx) => tx`select public.acknowledge_legal('termos-de-uso')`)).rejects.toMatchObject({
    code: "42501",
  });
  await expect(asRole("user", (tx) => tx`select public.acknowledge_legal('direitos-autorais')`)).rejects.toMatchObject({
    code: "22023",
  });
});
