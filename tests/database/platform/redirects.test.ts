import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, asRole } from "../as-role";

const add = (tx: TransactionSql) => tx`insert into public.redirects (from_path, to_path) values ('/teste', '/home')`;

describeAccess("redirects", add, [
  ["select", ACTORS, "select 1 from public.redirects where from_path = '/teste'"],
  ["insert", EDITORS_UP, add],
  ["update", EDITORS_UP, "update public.redirects set to_path = '/blog' where from_path = '/teste'"],
  ["delete", EDITORS_UP, "delete from public.redirects where from_path = '/teste'"],
]);

/** Content types with an address, and the prefix of that address. */
const KINDS = [
  [
    "regions",
    "/sc/rota/",
    (tx: TransactionSql, slug: string, status: string) => tx`
    insert into public.regions (name, slug, state_abbr, status) values ('Teste', ${slug}, 'SC', ${status})`,
  ],
  [
    "services",
    "/sc/servicos/",
    (tx: TransactionSql, slug: string, status: string) => tx`
    insert into public.services (category_key, name, slug, state_abbr, status) values ('museum', 'Teste', ${slug}, 'SC', ${status})`,
  ],
  [
    "photo_points",
    "/sc/pontos-fotograficos#",
    (tx: TransactionSql, slug: string, status: string) => tx`
    insert into public.photo_points (name, slug, state_abbr, city_ibge, lat, lng, status) values ('Teste', ${slug}, 'SC', 4202404, -26.9, -49, ${status})`,
  ],
  [
    "blog_posts",
    "/blog/",
    (tx: TransactionSql, slug: string, status: string) => tx`
    insert into public.blog_posts (slug, title, category_key, status, publish_at) values (${slug}, 'Teste', 'viagem', ${status}, '2026-01-01')`,
  ],
] as const;

describe.each(KINDS)("an address of %s", (table, prefix, insert) => {
  /** Runs as an editor on an item with the slug `um`, and returns the remaining redirects. */
  const after = (run: (tx: TransactionSql) => Promise<unknown>, status = "published") =>
    asRole(
      "editor",
      async (tx) => {
        await tx`delete from public.redirects`;
        await insert(tx, "um", status);
      },
      async (tx) => {
        await run(tx);
        const rows = await tx<{ from_path: string; to_path: string | null }[]>`
          select from_path, to_path from public.redirects where from_path like ${`${prefix}%`} order by from_path`;
        return Object.fromEntries(
          rows.map(({ from_path, to_path }) => [from_path.slice(prefix.length), to_path?.slice(prefix.length) ?? null]),
        );
      },
    );
  const rename = async (tx: TransactionSql, from: string, to: string) => {
    await tx`update public.${tx(table)} set slug = ${to} where slug = ${from}`;
  };

  it("redirects to the new one when the slug changes", async () => {
    expect(await after((tx) => rename(tx, "um", "dois"))).toEqual({ um: "dois" });
  });

  it("that changed twice redirects directly to the last one", async () => {
    const moved = after(async (tx) => {
      await rename(tx, "um", "dois");
      await rename(tx, "dois", "tres");
    });
    expect(await moved).toEqual({ um: "tres", dois: "tres" });
  });

  it("that is used again is no longer a redirect", async () => {
    const moved = after(async (tx) => {
      await rename(tx, "um", "dois");
      await rename(tx, "dois", "um");
    });
    expect(await moved).toEqual({ dois: "um" });
  });

  it("has no redirect after the item is deleted, nor have its earlier ones", async () => {
    const removed = after(async (tx) => {
      await rename(tx, "um", "dois");
      await tx`delete from public.${tx(table)} where slug = 'dois'`;
    });
    expect(await removed).toEqual({ um: null, dois: null });
  });

  it("has no redirect while the item is in the trash, and has one after it was restored", async () => {
    const trash = async (tx: TransactionSql) => {
      await tx`update public.${tx(table)} set deleted_at = now() where slug = 'um'`;
    };
    expect(await after(trash)).toEqual({ um: null });
    const restored = after(async (tx) => {
      await trash(tx);
      await tx`update public.${tx(table)} set deleted_at = null where slug = 'um'`;
    });
    expect(await restored).toEqual({});
  });

  it("that was never published gets no redirect", async () => {
    const draft = after(async (tx) => {
      await rename(tx, "um", "dois");
      await tx`delete from public.${tx(table)} where slug = 'dois'`;
    }, "draft");
    expect(await draft).toEqual({});
  });
});

it("a post of a state also redirects its national address", async () => {
  const rows = await asOwner(async (tx) => {
    await tx`
      insert into public.blog_posts (slug, title, category_key, state_abbr, status, publish_at)
      values ('um-teste', 'Teste', 'viagem', 'SC', 'published', '2026-01-01')`;
    await tx`update public.blog_posts set slug = 'outro-teste' where slug = 'um-teste'`;
    return tx`select from_path, to_path from public.redirects where from_path like '%um-teste' order by from_path`;
  });
  expect([...rows]).toEqual([
    { from_path: "/blog/um-teste", to_path: "/sc/blog/outro-teste" },
    { from_path: "/sc/blog/um-teste", to_path: "/sc/blog/outro-teste" },
  ]);
});

describe("count_redirects", () => {
  const count = (tx: TransactionSql) =>
    tx`select public.count_redirects(${tx.json({ "/teste": 3, "/nunca-existiu": 5, "/home": "x" })}) as known`;

  it.each(ACTORS.map((actor) => [actor]))("is refused for %s", async (actor) => {
    await expect(asRole(actor, count)).rejects.toMatchObject({ code: "42501" });
  });

  it("adds the server's counts without changing `updated_at`", async () => {
    const rows = await asRole(
      "service_role",
      async (tx) => {
        await tx`alter table public.redirects disable trigger redirects_touch`;
        await add(tx);
        await tx`update public.redirects set hits = 4, updated_at = '2020-01-01' where from_path = '/teste'`;
        await tx`alter table public.redirects enable trigger redirects_touch`;
      },
      async (tx) => {
        const [answer] = await count(tx);
        const [row] =
          await tx`select hits, updated_at = '2020-01-01' as is_untouched from public.redirects where from_path = '/teste'`;
        return [answer, row];
      },
    );
    expect(rows).toEqual([{ known: 1 }, { hits: 7, is_untouched: true }]);
  });
});

it.each([
  ["point to itself", { from_path: "/a", to_path: "/a" }],
  ["point to another site", { from_path: "/a", to_path: "https://example.org" }],
])("a redirect cannot %s", async (_, row) => {
  await expect(asOwner((tx) => tx`insert into public.redirects ${tx(row)}`)).rejects.toMatchObject({
    code: "23514",
  });
});
