import type { TransactionSql } from "postgres";
import { expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Account } from "../actors";
import { asRole } from "../as-role";
import { FAVOURITE_KINDS } from "@/lib/platform/supabase/database-constants/guide";

const add = (tx: TransactionSql) =>
  tx`insert into public.favourites (account_id, kind, entity_id) values (${ID_OF.user}, 'region', 'one')`;

describeAccess("favourites", add, [
  ["select", ["user"], "select kind from public.favourites where entity_id = 'one'"],
  ["insert", NOBODY, add],
  ["update", NOBODY, "update public.favourites set kind = 'club' where entity_id = 'one'"],
  ["delete", NOBODY, "delete from public.favourites where entity_id = 'one'"],
]);

type Change = { kind: string; id: string; favourite: boolean };

/** Items of the search index that belong to no other test. */
const addItems = (tx: TransactionSql, count = 3) => tx`
  insert into public.search_documents (kind, entity_id, title, path, visible_from)
  select 'club', 'item-' || number, 'Item ' || number, '/sc/clubes-parceiros#item-' || number, null
  from generate_series(1, ${count}) as number`;

const save = (tx: TransactionSql, changes: Change[]) => tx`select public.save_favourites(${tx.json(changes)})`;
const saved = (...ids: string[]): Change[] => ids.map((id) => ({ kind: "club", id, favourite: true }));

const own = async (tx: TransactionSql) =>
  (await tx<{ entity_id: string }[]>`select entity_id from public.list_favourites()`).map((row) => row.entity_id);

const run = <Result>(
  actor: Account,
  work: (tx: TransactionSql) => Promise<Result>,
  arrange = addItems as (tx: TransactionSql) => Promise<unknown>,
) => asRole(actor, arrange, work);

it("adds, removes and lists the favourites of the caller", async () => {
  const listed = await run("user", async (tx) => {
    await save(tx, saved("item-1", "item-2"));
    await save(tx, [...saved("item-3"), { kind: "club", id: "item-1", favourite: false }]);
    return own(tx);
  });
  expect(listed.toSorted()).toEqual(["item-2", "item-3"]);
});

it("adding an item twice keeps one row, and removing an item that is not saved changes nothing", async () => {
  const listed = await run("user", async (tx) => {
    await save(tx, saved("item-1"));
    await save(tx, [...saved("item-1"), { kind: "club", id: "item-2", favourite: false }]);
    return own(tx);
  });
  expect(listed).toEqual(["item-1"]);
});

it("every kind of the guide can be saved", async () => {
  const listed = await run(
    "user",
    async (tx) => {
      await save(
        tx,
        FAVOURITE_KINDS.map((kind) => ({ kind, id: "of-every-kind", favourite: true })),
      );
      return tx<{ kind: string }[]>`select kind from public.list_favourites()`;
    },
    (tx) => tx`
      insert into public.search_documents (kind, entity_id, title, path)
      select kind, 'of-every-kind', 'Item', '/item' from unnest(${[...FAVOURITE_KINDS]}::text[]) as kind`,
  );
  expect(listed.map(({ kind }) => kind).toSorted()).toEqual(FAVOURITE_KINDS.toSorted());
});

it("a published issue of the magazine is listed with its page", async () => {
  const listed = await run("user", async (tx) => {
    const [issue] = await tx<{ id: string; slug: string }[]>`
      select id, slug from public.magazines where status = 'published' limit 1`;
    await save(tx, [{ kind: "magazine", id: issue!.id, favourite: true }]);
    const rows = await tx`select kind, entity_id, path, state_abbr from public.list_favourites()`;
    return { rows: [...rows], issue: issue! };
  });
  expect(listed.rows).toEqual([
    {
      kind: "magazine",
      entity_id: listed.issue.id,
      path: `/revista-digital/${listed.issue.slug}`,
      state_abbr: null,
    },
  ]);
});

it("ignores unknown items, pages and posts that are not visible yet", async () => {
  const listed = await run(
    "user",
    async (tx) => {
      await save(tx, [
        ...saved("missing"),
        { kind: "page", id: "/eventos/lacambeche", favourite: true },
        { kind: "post", id: "later", favourite: true },
      ]);
      await tx`reset role`;
      return (await tx`select from public.favourites where account_id = ${ID_OF.user}`).count;
    },
    (tx) =>
      tx`insert into public.search_documents (kind, entity_id, title, path, visible_from) values ('post', 'later', 'Later', '/blog/later', now() + interval '1 day')`,
  );
  expect(listed).toBe(0);
});

it("an item that is no longer published is kept and not listed", async () => {
  const result = await run("user", async (tx) => {
    await save(tx, saved("item-1"));
    await tx`reset role`;
    await tx`delete from public.search_documents where entity_id = 'item-1'`;
    const { count } = await tx`select from public.favourites where account_id = ${ID_OF.user}`;
    await tx`set local role authenticated`;
    return { count, listed: await own(tx) };
  });
  expect(result).toEqual({ count: 1, listed: [] });
});

it("keeps the newest 500 favourites of an account", async () => {
  const ids = Array.from({ length: 501 }, (_, index) => `item-${index + 1}`);
  const result = await run(
    "user",
    async (tx) => {
      await tx`reset role`;
      await tx`insert into public.favourites (account_id, kind, entity_id, created_at) values (${ID_OF.user}, 'club', 'item-501', now() - interval '1 day')`;
      await tx`set local role authenticated`;
      await save(tx, saved(...ids.slice(0, 500)));
      return own(tx);
    },
    (tx) => addItems(tx, 501),
  );
  expect(result).toHaveLength(500);
  expect(result).not.toContain("item-501");
});

it.each([
  ["an object", {}],
  ["501 changes", saved(...Array.from({ length: 501 }, (_, index) => `i${index}`))],
])("refuses %s as changes", async (_, changes) => {
  await expect(
    run("user", (tx) => tx`select public.save_favourites(${tx.json(changes as never)})`),
  ).rejects.toMatchObject({ code: "22023" });
});
