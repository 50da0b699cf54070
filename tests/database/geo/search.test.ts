import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, NOBODY } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { visitor } from "../auth-client";

const add = (visibleFrom: string | null) => (tx: TransactionSql) =>
  tx`
  insert into public.search_documents (kind, entity_id, title, path, visible_from) values ('page', '/teste', 'Teste', '/teste', ${visibleFrom})`;
const select = (tx: TransactionSql) => tx`select 1 from public.search_documents where entity_id = '/teste'`;

describeAccess("search_documents", add(null), [
  ["select a visible document", ACTORS, select],
  ["select a document with a future date", NOBODY, select, add("2199-01-01")],
  ["insert", NOBODY, add(null)],
  ["update", NOBODY, "update public.search_documents set title = 'X' where entity_id = '/teste'"],
  ["delete", NOBODY, "delete from public.search_documents where entity_id = '/teste'"],
]);

type Found = { kind: string; title: string; state_abbr: string | null; path: string };
type Filter = { state?: string; kinds?: string[]; rows?: number };

const searchIn = (tx: TransactionSql, q: string, { state, kinds, rows }: Filter = {}) => tx<Found[]>`
  select kind, title, state_abbr, path from public.search_portal(${q}, ${state ?? null}, ${kinds ?? null}, ${rows ?? 20})`;
const search = (q: string, filter?: Filter, arrange?: (tx: TransactionSql) => Promise<unknown>) =>
  asRole("anon", arrange, (tx) => searchIn(tx, q, filter));
const first = async (q: string, filter?: Filter) => (await search(q, filter))[0]?.path;

describe("search ranking", () => {
  it.each([
    ["sao joaquim", "/sc/cidade/sao-joaquim"],
    ["SÃO JOAQUIM", "/sc/cidade/sao-joaquim"],
    ["rio do rasto", "/sc/rota/serra-do-rio-do-rastro"],
    ["serra do rio do rastro", "/sc/rota/serra-do-rio-do-rastro"],
    ["santa catarina", "/sc/home"],
    ["gramad", "/rs/cidade/gramado"],
    ["flrianopolis", "/sc/cidade/florianopolis"],
    ["lauro muller", "/sc/cidade/lauro-muller"],
    ["itajai", "/sc/cidade/itajai"],
    ["herval d'oeste", "/sc/cidade/herval-d-oeste"],
    ["privacy", "/politica-de-privacidade"],
    ["interactive map", "/mapa-interativo"],
    ["Floripa", "/sc/cidade/florianopolis"],
    ["lages", "/sc/cidade/lages"],
    ["laguna", "/sc/cidade/laguna"],
  ])("for %j returns first the page %s", async (q, path) => {
    expect(await first(q)).toBe(path);
  });
});

describe("search", () => {
  it("finds a route by a town on it", async () => {
    const rows = await search("orleans", { kinds: ["region"] });
    expect(rows.map((row) => row.path)).toContain("/sc/rota/serra-do-rio-do-rastro");
  });

  it.each(["guincho", "PRF 191"])("finds emergency phones by %j, in the requested state", async (q) => {
    // Tow services of the directory match too; only the pages are counted here.
    const pages = await search(q, { kinds: ["page"] });
    expect(pages.filter(({ path }) => path.endsWith("/home#emergencia")).length).toBeGreaterThan(10);
    expect((await search(q, { state: "sc" })).map(({ path }) => path)).toContain("/sc/home#emergencia");
  });

  it("ranks a town with the exact name above one with the same stem", async () => {
    const paths = (await search("lages")).map(({ path }) => path);
    const laguna = paths.findIndex((path) => path.includes("laguna"));
    expect(paths.indexOf("/sc/cidade/lages")).toBeLessThan(laguna === -1 ? Infinity : laguna);
  });

  it("finds a route by its English name", async () => {
    const rows = await search("half-timbered houses");
    expect(rows.map((row) => row.path)).toContain("/sc/rota/vale-europeu-enxaimel");
  });

  it("filters by state and kinds", async () => {
    const rows = await search("são", { state: "sc", kinds: ["city"] });
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.every((row) => row.state_abbr === "SC" && row.kind === "city")).toBe(true);
  });

  it("returns at most the requested rows, and never more than a hundred", async () => {
    expect(await search("sao", { rows: 3 })).toHaveLength(3);
    expect((await search("sao", { rows: 100_000 })).length).toBeLessThanOrEqual(100);
  });

  it.each(["", " ", "a", "%", "' or 1=1 --", "\\", ":*", "!!&|()", "é".repeat(5000), "漢字"])(
    "handles %j without an error",
    async (q) => {
      expect((await search(q)).length).toBeLessThanOrEqual(100);
    },
  );

  it.each<Filter>([{ state: "XX" }, { state: "'\\" }, { kinds: ["'\\"] }, { kinds: ["profiles"] }])(
    "finds nothing in %j",
    async (filter) => {
      expect([...(await search("sao joaquim", filter))]).toEqual([]);
    },
  );

  it("is available to visitors over the REST API, also without filters", async () => {
    const { data } = await visitor().rpc("search_portal", { q: "sao joaquim" });
    expect((data as Found[])[0]).toMatchObject({ kind: "city", title: "São Joaquim", state_abbr: "SC" });
  });
});

describe("the search index follows publication", () => {
  const place = (status: string) => (tx: TransactionSql) =>
    tx`
    insert into public.services (category_key, name, slug, state_abbr, status, translations)
    values ('museum', 'Museu Zylofônico', 'museu-zylofonico', 'SC', ${status}, '{"en": {"description": "quibblewort collection"}}')`;
  const paths = async (tx: TransactionSql, q = "zylofonico") => (await searchIn(tx, q)).map((row) => row.path);

  it("a place is added when it is published, updated with its slug and removed with it", async () => {
    await asOwner(async (tx) => {
      await place("draft")(tx);
      expect(await paths(tx)).toEqual([]);
      await tx`update public.services set status = 'published' where slug = 'museu-zylofonico'`;
      expect(await paths(tx)).toEqual(["/sc/servicos/museu-zylofonico"]);
      expect(await paths(tx, "quibblewort")).toEqual(["/sc/servicos/museu-zylofonico"]);
      await tx`update public.services set slug = 'outro' where slug = 'museu-zylofonico'`;
      expect(await paths(tx)).toEqual(["/sc/servicos/outro"]);
      await tx`update public.services set deleted_at = now() where slug = 'outro'`;
      expect(await paths(tx)).toEqual([]);
      await tx`delete from public.services where slug = 'outro'`;
    });
  });

  it("a scheduled post is added at its time", async () => {
    const post = (publishAt: string) => (tx: TransactionSql) =>
      tx`
      insert into public.blog_posts (slug, title, category_key, status, publish_at)
      values ('zylofonico', 'Zylofônico', 'viagem', 'scheduled', ${publishAt})`;
    expect(await search("zylofonico", {}, post("2199-01-01"))).toHaveLength(0);
    expect(await search("zylofonico", {}, post("2026-01-01"))).toHaveLength(1);
  });

  it("clubs and photo points are found", async () => {
    const rows = await search("zylofonico", {}, async (tx) => {
      await tx`
        insert into public.clubs (name, slug, state_abbr, sources, status) values ('Zylofônico Clube', 'zylo', 'SC', '{teste}', 'to_confirm')`;
      await tx`
        insert into public.photo_points (name, slug, state_abbr, city_ibge, lat, lng, status)
        values ('Mirante Zylofônico', 'zylo', 'SC', 4202404, -26.9, -49, 'published')`;
    });
    expect(rows.map((row) => row.path).toSorted()).toEqual([
      "/sc/clubes-parceiros#zylo",
      "/sc/pontos-fotograficos#zylo",
    ]);
  });

  it("every municipality and every published route has a document", async () => {
    const [row] = await sql`
      select (select count(*)::int from public.search_documents where kind = 'city') as cities,
        (select count(*)::int from public.search_documents where kind = 'region')
          - (select count(*)::int from public.regions where status = 'published' and deleted_at is null) as missing`;
    expect(row).toEqual({ cities: 5571, missing: 0 });
  });
});

describe("an issue of the magazine", () => {
  const ISSUE = "00000000-0000-4000-8000-00000000b777";
  const issues = (tx: TransactionSql) => searchIn(tx, "zarzuela", { kinds: ["magazine"] });
  const add = (status: string) => (tx: TransactionSql) =>
    tx`
    insert into public.magazines (id, number, slug, title, month, status)
    values (${ISSUE}, 9777, 'edicao-da-busca', 'A zarzuela da serra', '2026-01-01', ${status})`;

  it("is found after publication, at its own address", async () => {
    const found = await asRole("anon", add("published"), issues);
    expect(found).toMatchObject([{ kind: "magazine", path: "/revista-digital/edicao-da-busca", state_abbr: null }]);
  });

  it("is not found as a draft", async () => {
    expect(await asRole("anon", add("draft"), issues)).toEqual([]);
  });

  it("is found by the title of a page added later", async () => {
    const found = await asRole(
      "anon",
      async (tx) => {
        await add("published")(tx);
        await tx`insert into public.magazine_pages (magazine_id, page, title) values (${ISSUE}, 1, 'Carburação no Zimbábue')`;
      },
      (tx) => searchIn(tx, "carburacao zimbabue", { kinds: ["magazine"] }),
    );
    expect(found).toHaveLength(1);
  });

  it("is removed from search when it is withdrawn, and its old address is not restored", async () => {
    const left = await asOwner(async (tx) => {
      await add("published")(tx);
      await tx`update public.magazines set slug = 'edicao-mudada' where id = ${ISSUE}`;
      const [moved] = await tx<
        { to_path: string }[]
      >`select to_path from public.redirects where from_path = '/revista-digital/edicao-da-busca'`;
      await tx`update public.magazines set deleted_at = now() where id = ${ISSUE}`;
      return { moved: moved?.to_path, found: (await issues(tx)).length };
    });
    expect(left).toEqual({ moved: "/revista-digital/edicao-mudada", found: 0 });
  });
});
