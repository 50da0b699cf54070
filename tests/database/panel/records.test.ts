import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { AUDIT_PERMISSIONS, RESOURCES } from "@/lib/panel/admin/registry";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, ID_OF, type Actor } from "../actors";
import { asOwner, asRole, sql } from "../as-role";

const STAFF: readonly Actor[] = EDITORS_UP;
const VIEW = { resource: "regions", name: "Rascunhos", query: "status=draft" };

const keep = (owner: Actor) => (tx: TransactionSql) =>
  tx`insert into public.saved_views ${tx({ ...VIEW, user_id: owner === "anon" ? null : ID_OF[owner] })}`;

describeAccess("saved_views", keep("editor"), [
  ["insert for oneself", STAFF, (tx) => tx`insert into public.saved_views ${tx(VIEW)}`],
  ["insert for another account", [], keep("user")],
  ["select of an editor", ["editor"], "select 1 from public.saved_views"],
  ["delete of an editor", ["editor"], "delete from public.saved_views"],
  ["update", [], "update public.saved_views set name = 'Outro'"],
]);

const ROUTE = "00000000-0000-4000-8000-0000000000f1";
const addRoute = (tx: TransactionSql) => tx`
  insert into public.regions (id, name, slug, state_abbr, status) values (${ROUTE}, 'Rota de teste', 'rota-de-teste', 'SC', 'draft')`;

type Answer = { outcome: string; id?: string; updated_at?: string };

const save = async (
  tx: TransactionSql,
  id: string | null,
  version: string | null,
  changes: object,
  children: object[] = [],
): Promise<Answer> => {
  const [row] = await tx<{ answer: Answer }[]>`
    select public.save_record('regions', ${id}, ${version}::text::timestamptz, ${tx.json(changes as never)}, ${tx.json(children as never)}, 'teste') as answer`;
  return row!.answer;
};
const versionOf = async (tx: TransactionSql) =>
  (await tx<{ at: string }[]>`select updated_at::text as at from public.regions where id = ${ROUTE}`)[0]!.at;
const stops = (rows: object[]) => [{ table: "region_waypoints", parent: "region_id", order: "position", rows }];

describe("save_record", () => {
  const outcomeFor = async (actor: Actor, id: string | null) => {
    try {
      return (
        await asRole(actor, addRoute, (tx) => save(tx, id, null, { name: "Mudada", slug: "mudada", state_abbr: "SC" }))
      ).outcome;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  it.each(ACTORS)("%s changes and adds a route only as an editor of its state", async (actor) => {
    const mayEdit = STAFF.includes(actor);
    expect((await outcomeFor(actor, ROUTE)) === "saved").toBe(mayEdit);
    expect((await outcomeFor(actor, null)) === "saved").toBe(mayEdit);
  });

  it.each([
    [
      "the old and the new state of a moved route",
      ROUTE,
      { state_abbr: "PR" },
      [{ state_abbr: "SC" }, { state_abbr: "PR" }],
    ],
    ["both states of a route that stays", ROUTE, { name: "Outra" }, [{ state_abbr: "SC" }, { state_abbr: "SC" }]],
    ["the state of a new route", null, { name: "Nova", slug: "nova", state_abbr: "PR" }, [{ state_abbr: "PR" }]],
  ])("returns %s", async (_what, id, changes, states) => {
    const answer = await asRole("main_admin", addRoute, async (tx) => {
      const [row] = await tx<{ answer: Answer & { states: object[] } }[]>`
        select public.save_record('regions', ${id}, null, ${tx.json(changes)}, '[]', 'teste', ${["state_abbr"]}) as answer`;
      return row!.answer;
    });
    expect(answer).toMatchObject({ outcome: "saved", states });
  });

  it("returns the states of every row of an import", async () => {
    const answers = await asRole("main_admin", addRoute, async (tx) => {
      const items = [
        { id: ROUTE, changes: { state_abbr: "PR" } },
        { id: ROUTE, changes: { status: "impossible" } },
      ];
      const [row] = await tx<{ answers: { states?: object[] }[] }[]>`
        select public.save_records('regions', ${tx.json(items)}, 'CSV', ${["state_abbr"]}) as answers`;
      return row!.answers.map(({ states }) => states ?? null);
    });
    expect(answers).toEqual([[{ state_abbr: "SC" }, { state_abbr: "PR" }], null]);
  });

  it("does not overwrite a change saved after the form was opened", async () => {
    const answers = await asRole("editor", addRoute, async (tx) => {
      const version = await versionOf(tx);
      const first = await save(tx, ROUTE, version, { name: "Primeira" });
      await tx`select pg_sleep(0.01)`;
      const stale = await save(tx, ROUTE, "2020-01-01T00:00:00Z", { name: "Segunda" });
      const [row] = await tx<{ name: string }[]>`select name from public.regions where id = ${ROUTE}`;
      return [first.outcome, stale.outcome, row!.name];
    });
    expect(answers).toEqual(["saved", "conflict", "Primeira"]);
  });

  it("keeps columns that the form did not send, and ignores unknown keys", async () => {
    const row = await asRole("editor", addRoute, async (tx) => {
      await save(tx, ROUTE, null, { summary: "Nova", created_at: "2000-01-01", nonsense: 1 });
      return (
        await tx<
          { name: string; summary: string; young: boolean }[]
        >`select name, summary, created_at > '2001-01-01' as young from public.regions where id = ${ROUTE}`
      )[0];
    });
    expect(row).toEqual({ name: "Rota de teste", summary: "Nova", young: true });
  });

  it("returns 'missing' for a deleted row", async () => {
    expect(
      await asRole("editor", (tx) => save(tx, "00000000-0000-4000-8000-0000000000ff", null, { name: "x" })),
    ).toEqual({ outcome: "gone" });
  });

  it("adds, moves and removes children in one call", async () => {
    const names = await asRole("editor", addRoute, async (tx) => {
      const read = () =>
        tx<
          { id: string; name: string; position: number }[]
        >`select id, name, position from public.region_waypoints where region_id = ${ROUTE} order by position`;
      await save(
        tx,
        ROUTE,
        null,
        {},
        stops([
          { name: "Um", kind: "view" },
          { name: "Dois", kind: "view" },
          { name: "Três", kind: "view" },
        ]),
      );
      const [one, two, three] = await read();
      await save(
        tx,
        ROUTE,
        null,
        {},
        stops([
          { id: three!.id, name: "Três", kind: "view" },
          { id: one!.id, name: "Um, mudado", kind: "view" },
          { name: "Quatro", kind: "view" },
        ]),
      );
      const after = await read();
      return {
        names: after.map(({ name, position }) => `${position} ${name}`),
        kept: after[1]!.id === one!.id,
        gone: after.every(({ id }) => id !== two!.id),
      };
    });
    expect(names).toEqual({ names: ["1 Três", "2 Um, mudado", "3 Quatro"], kept: true, gone: true });
  });

  it("saves nothing when a child is rejected", async () => {
    const [refusal, name] = await asOwner(async (tx) => {
      await addRoute(tx);
      const refused = await tx
        .savepoint((inner) => save(inner, ROUTE, null, { name: "Meio salva" }, stops([{ name: "", kind: "view" }])))
        .then(
          () => null,
          (error: { code: string }) => error.code,
        );
      return [refused, (await tx<{ name: string }[]>`select name from public.regions where id = ${ROUTE}`)[0]!.name];
    });
    expect([refusal, name]).toEqual(["23514", "Rota de teste"]);
  });

  it("cannot change children of another row", async () => {
    const names = await asRole(
      "editor",
      async (tx) => {
        await addRoute(tx);
        await tx`insert into public.regions (id, name, slug, state_abbr) values ('00000000-0000-4000-8000-0000000000f2', 'Outra', 'outra-de-teste', 'SC')`;
        await tx`insert into public.region_waypoints (region_id, position, name, kind) values ('00000000-0000-4000-8000-0000000000f2', 1, 'Alheia', 'view')`;
      },
      async (tx) => {
        const [foreign] = await tx<
          { id: string; region_id: string }[]
        >`select id, region_id from public.region_waypoints where region_id <> ${ROUTE} limit 1`;
        await save(tx, ROUTE, null, {}, stops([{ id: foreign!.id, name: "Roubada", kind: "view" }]));
        return tx<
          { name: string }[]
        >`select name from public.region_waypoints where id = ${foreign!.id} and region_id = ${foreign!.region_id}`;
      },
    );
    expect(names.map(({ name }) => name)).not.toContain("Roubada");
  });
});

describe("audit entry of a row with children", () => {
  type Entry = { before: Record<string, { name: string }[]> | null; after: Record<string, { name: string }[]> | null };
  const entries = async (tx: TransactionSql) =>
    (await tx<Entry[]>`select before, after from public.record_trail('regions', ${ROUTE})`).filter(
      ({ after }) => after && "region_waypoints" in after,
    );
  const names = (rows: { name: string }[] | undefined) => rows?.map(({ name }) => name);

  it("contains the children before and after a save, in their order", async () => {
    const [entry, count] = await asRole("editor", addRoute, async (tx) => {
      await save(
        tx,
        ROUTE,
        null,
        {},
        stops([
          { name: "Um", kind: "view" },
          { name: "Dois", kind: "view" },
        ]),
      );
      const [first] = await tx<
        { id: string }[]
      >`select id from public.region_waypoints where region_id = ${ROUTE} and position = 1`;
      await save(
        tx,
        ROUTE,
        null,
        {},
        stops([
          { name: "Três", kind: "view" },
          { id: first!.id, name: "Um", kind: "view" },
        ]),
      );
      const found = await entries(tx);
      return [found[0]!, found.length] as const;
    });
    expect([names(entry.before?.region_waypoints), names(entry.after?.region_waypoints), count]).toEqual([
      ["Um", "Dois"],
      ["Três", "Um"],
      2,
    ]);
  });

  it("has no entry for unchanged children", async () => {
    const count = await asRole("editor", addRoute, async (tx) => {
      await save(tx, ROUTE, null, {}, stops([{ name: "Um", kind: "view" }]));
      const [one] = await tx<{ id: string }[]>`select id from public.region_waypoints where region_id = ${ROUTE}`;
      await save(tx, ROUTE, null, { name: "Outro nome" }, stops([{ id: one!.id, name: "Um", kind: "view" }]));
      return (await entries(tx)).length;
    });
    expect(count).toBe(1);
  });

  it("can be written by save_record only", async () => {
    const [row] = await sql<{ anon: boolean; exposed: boolean }[]>`
      select has_function_privilege('anon', 'records.log_children(text, text, text, jsonb, jsonb)', 'execute') as anon, to_regprocedure('public.log_children(text, text, text, jsonb, jsonb)') is not null as exposed`;
    expect(row).toEqual({ anon: false, exposed: false });
  });
});

describe("save_records", () => {
  const saveAll = async (tx: TransactionSql, isCheck = false) => {
    const items = [
      { id: ROUTE, changes: { name: "Primeira" } },
      { id: ROUTE, changes: { status: "impossible" } },
      { id: null, changes: { name: "Nova", slug: "rota-de-teste", state_abbr: "SC", status: "draft" } },
      { id: "00000000-0000-4000-8000-0000000000f2", changes: { name: "Nenhuma" } },
      { id: ROUTE, changes: { name: "Última" } },
    ];
    const [row] = await tx<
      { answers: { outcome: string; reason?: string }[] }[]
    >`select public.save_records('regions', ${tx.json(items)}, 'CSV', '{}', ${isCheck}) as answers`;
    return row!.answers.map(({ outcome, reason }) => reason ?? outcome);
  };

  it("saves the valid rows and returns the result of each", async () => {
    const [answers, name] = await asRole("editor", addRoute, async (tx) => [
      await saveAll(tx),
      (await tx`select name from public.regions where id = ${ROUTE}`)[0]?.name,
    ]);
    expect([answers, name]).toEqual([["saved", "23514", "23505", "gone", "saved"], "Última"]);
  });

  it("a check returns the same results and leaves rows, history and duplicates as they were", async () => {
    const before = (tx: TransactionSql) => tx`
      select (select name from public.regions where id = ${ROUTE}) as name,
        (select count(*) from public.regions where slug = 'rota-de-teste') as added`;
    await asRole("editor", addRoute, async (tx) => {
      const kept = [...(await before(tx))];
      expect(await saveAll(tx, true)).toEqual(["saved", "23514", "23505", "gone", "saved"]);
      expect([...(await before(tx))]).toEqual(kept);
      await tx`reset role`;
      expect([...(await tx`select from public.audit_log where entity_id = ${ROUTE} and reason = 'CSV'`)]).toEqual([]);
    });
  });

  it("a check reports what only the database can check: a telephone without its source", async () => {
    await asRole("editor", async (tx) => {
      const [place] = await tx<{ id: string }[]>`
        select id from public.services where phone is null and whatsapp is null and source is null limit 1`;
      const items = [
        { id: place!.id, changes: { phone: "(34) 3422-1007" } },
        { id: place!.id, changes: { phone: "abc", source: "site", check_date: "2026-01-01" } },
        { id: place!.id, changes: { phone: "(34) 3422-1007", source: "site", check_date: "2026-01-01" } },
      ];
      const [row] = await tx<{ answers: { outcome: string; message?: string }[] }[]>`
        select public.save_records('services', ${tx.json(items)}, 'CSV', '{}', true) as answers`;
      expect(row!.answers.map(({ outcome, message }) => /"(\w+)"$/.exec(message ?? "")?.[1] ?? outcome)).toEqual([
        "number_has_source_and_check_date",
        "services_phone_format",
        "saved",
      ]);
    });
  });

  it.each(ACTORS.filter((actor) => !STAFF.includes(actor) && actor !== "anon"))(
    "changes nothing for %s",
    async (actor) => {
      const answers = await asRole(actor, addRoute, (tx) => saveAll(tx));
      expect(answers).not.toContain("saved");
    },
  );

  it("accepts at most 500 rows", async () => {
    await expect(
      asRole(
        "editor",
        (tx) => tx`select public.save_records('regions', ${tx.json(Array.from({ length: 501 }, () => ({})))})`,
      ),
    ).rejects.toMatchObject({ code: "22023" });
  });
});

describe("record_trail", () => {
  const trailFor = (actor: Actor) =>
    asRole(
      actor,
      async (tx) => {
        await addRoute(tx);
        await tx`insert into public.audit_log (action, entity, entity_id, after) values ('update', 'regions', ${ROUTE}, '{"name": "x"}')`;
      },
      (tx) => tx<{ action: string }[]>`select action from public.record_trail('regions', ${ROUTE})`,
    ).catch(() => []);

  it.each(ACTORS)("%s can read it only as staff with permission to edit the table", async (actor) => {
    expect((await trailFor(actor)).length > 0).toBe(STAFF.includes(actor));
  });

  it("requires the permissions that the pages of the panel declare", async () => {
    const stored = await sql<
      { entity: string; permission: string }[]
    >`select entity, permission from private.audit_log_permissions order by entity collate "C"`;
    expect(Object.fromEntries(stored.map(({ entity, permission }) => [entity, permission]))).toEqual(
      Object.fromEntries(AUDIT_PERMISSIONS),
    );
  });
});

describe("search_name", () => {
  it("exists on every table with a list in the panel", async () => {
    const tables = [...new Set(RESOURCES.map(({ table }) => table))];
    const found = await sql<{ table: string }[]>`
      select distinct table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'search_name' and is_generated = 'ALWAYS'`;
    expect(tables.filter((name) => !found.some(({ table }) => table === name))).toEqual([]);
  });

  it("contains the name in lower case without accents", async () => {
    const [row] = await asOwner(async (tx) => {
      await addRoute(tx);
      return tx<
        { search_name: string }[]
      >`update public.regions set name = 'São João da SERRA' where id = ${ROUTE} returning search_name`;
    });
    expect(row?.search_name).toBe("sao joao da serra");
  });
});
