import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { service, signedInUser, visitor } from "../auth-client";

const ISSUE = "00000000-0000-4000-8000-00000000b001";
const NUMBER = 9_999;

const add =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.magazines (id, number, slug, title, month, status, deleted_at)
  values (${ISSUE}, ${NUMBER}, 'edicao-de-teste', 'Teste', '2026-01-01', ${status}, ${deletedAt})`;
const addPage = (tx: TransactionSql) => tx`
  insert into public.magazine_pages (magazine_id, page, title, body) values (${ISSUE}, 1, 'Capa', 'Texto')`;
const withPage = (status: string) => async (tx: TransactionSql) => {
  await add(status)(tx);
  await addPage(tx);
};
const select = (tx: TransactionSql) => tx`select 1 from public.magazines where id = ${ISSUE}`;
const selectPage = (tx: TransactionSql) => tx`select 1 from public.magazine_pages where magazine_id = ${ISSUE}`;
const updatePage = (tx: TransactionSql) =>
  tx`update public.magazine_pages set body = 'Outro' where magazine_id = ${ISSUE}`;

describeAccess("magazines", add("published"), [
  ["select a published issue", ACTORS, select],
  ["select a draft", EDITORS_UP, select, add("draft")],
  ["select an issue in the trash", EDITORS_UP, select, add("published", "2026-01-01")],
  ["insert", EDITORS_UP, add("draft")],
  ["update", EDITORS_UP, (tx) => tx`update public.magazines set title = 'Outro' where id = ${ISSUE}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.magazines where id = ${ISSUE}`],
]);

describeAccess("magazine_pages", withPage("published"), [
  ["select of a published issue", ACTORS, selectPage],
  ["select of a draft", EDITORS_UP, selectPage, withPage("draft")],
  ["insert", EDITORS_UP, addPage, add("draft")],
  ["update", EDITORS_UP, updatePage],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.magazine_pages where magazine_id = ${ISSUE}`],
]);

describe("an issue", () => {
  it("is marked as changed when one of its pages was edited", async () => {
    const touched = await asRole(
      "editor",
      async (tx) => {
        await withPage("published")(tx);
        await tx`alter table public.magazines disable trigger magazines_touch`;
        await tx`update public.magazines set updated_at = '2026-01-01' where id = ${ISSUE}`;
        await tx`alter table public.magazines enable trigger magazines_touch`;
      },
      async (tx) => {
        await updatePage(tx);
        return tx`select 1 from public.magazines where id = ${ISSUE} and updated_at > '2026-01-01'`;
      },
    );
    expect(touched.count).toBe(1);
  });

  it("is deleted with its pages", async () => {
    const rows = await asOwner(async (tx) => {
      await withPage("published")(tx);
      await tx`delete from public.magazines where id = ${ISSUE}`;
      return selectPage(tx);
    });
    expect(rows.count).toBe(0);
  });

  it("has unique page numbers", async () => {
    const twice = asOwner(async (tx) => {
      await withPage("draft")(tx);
      await addPage(tx);
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
  });
});

describe("the bucket of PDF files", () => {
  const pdf = (type = "application/pdf") => new Blob(["%PDF-1.7\n%%EOF"], { type });

  it("accepts PDF files from an editor and is publicly readable", async () => {
    const { client, id } = await signedInUser();
    await sql`update public.profiles set role = 'editor' where id = ${id}`;
    const [key, files] = [`2026-01/${randomUUID()}.pdf`, client.storage.from("magazine-files")];
    expect((await files.upload(key, pdf(), { contentType: "application/pdf" })).error).toBeNull();
    expect(
      (await files.upload(`2026-01/${randomUUID()}.html`, pdf("text/html"), { contentType: "text/html" })).error,
    ).not.toBeNull();
    expect((await visitor().storage.from("magazine-files").download(key)).error).toBeNull();
    await service.storage.from("magazine-files").remove([key]);
  });

  it("refuses uploads of travellers", async () => {
    const { client } = await signedInUser();
    expect(
      (await client.storage.from("magazine-files").upload(`2026-01/${randomUUID()}.pdf`, pdf())).error,
    ).not.toBeNull();
  });
});
