import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner } from "../as-role";

const addCategory = (tx: TransactionSql) =>
  tx`insert into public.blog_categories (key, name) values ('teste', 'Teste')`;

describeAccess("blog_categories", addCategory, [
  ["select", ACTORS, "select 1 from public.blog_categories where key = 'teste'"],
  ["insert", EDITORS_UP, addCategory],
  ["update", EDITORS_UP, "update public.blog_categories set name = 'X' where key = 'teste'"],
  ["delete", EDITORS_UP, "delete from public.blog_categories where key = 'teste'"],
]);

const add =
  (status: string, publishAt: string | null, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.blog_posts (slug, title, category_key, status, publish_at, deleted_at)
  values ('post-de-teste', 'Teste', 'viagem', ${status}, ${publishAt}, ${deletedAt})`;
const PAST = "2026-01-01";
const FUTURE = "2199-01-01";
const published = add("published", PAST);
const select = (tx: TransactionSql) => tx`select 1 from public.blog_posts where slug = 'post-de-teste'`;

describeAccess("blog_posts", published, [
  ["select a published post", ACTORS, select],
  ["select a scheduled post after its publication time", ACTORS, select, add("scheduled", PAST)],
  ["select a scheduled post before its publication time", EDITORS_UP, select, add("scheduled", FUTURE)],
  ["select a published post with a future date", EDITORS_UP, select, add("published", FUTURE)],
  ["select a draft", EDITORS_UP, select, add("draft", PAST)],
  ["select a post in the trash", EDITORS_UP, select, add("published", PAST, PAST)],
  ["insert", EDITORS_UP, published],
  ["update", EDITORS_UP, "update public.blog_posts set excerpt = 'Novo' where slug = 'post-de-teste'"],
  ["delete", EDITORS_UP, "delete from public.blog_posts where slug = 'post-de-teste'"],
]);

describe("a post", () => {
  const insert = (change: Record<string, unknown>) =>
    asOwner(
      (tx) =>
        tx`insert into public.blog_posts ${tx({ slug: "post-de-teste", title: "Teste", category_key: "viagem", ...change })}`,
    );

  it.each([
    ["be scheduled without a time", { status: "scheduled" }],
    ["have sources that are not a list", { sources: {} }],
    ["have a slug with capitals", { slug: "Post" }],
    ["have an unknown biome", { biome: "deserto" }],
  ])("cannot %s", async (_, change) => {
    await expect(insert(change)).rejects.toMatchObject({ code: "23514" });
  });

  it("gets the current time when it is published without one", async () => {
    const row = await asOwner(async (tx) => {
      await tx`insert into public.blog_posts (slug, title, category_key, status) values ('post-de-teste', 'Teste', 'viagem', 'published')`;
      return (await tx`select publish_at = now() as dated from public.blog_posts where slug = 'post-de-teste'`)[0];
    });
    expect(row).toEqual({ dated: true });
  });

  it("has a unique slug in every status", async () => {
    const twice = asOwner(async (tx) => {
      await published(tx);
      await tx`
        insert into public.blog_posts (slug, title, category_key, state_abbr) values ('post-de-teste', 'Outro', 'viagem', 'SC')`;
    });
    await expect(twice).rejects.toMatchObject({ code: "23505" });
  });
});

describe("posts with a tag", () => {
  it("are listed for visitors only when published, newest first, in pages", async () => {
    const ids = await asOwner(async (tx) => {
      await tx`
        insert into public.blog_posts (slug, title, category_key, tags, status, publish_at, deleted_at) values
        ('teste-a', 'A', 'viagem', '{zz-teste}', 'published', '2026-01-01', null), ('teste-b', 'B', 'viagem', '{zz-teste,outra}', 'scheduled', '2026-01-02', null),
        ('teste-c', 'C', 'viagem', '{zz-teste}', 'draft', '2026-01-03', null), ('teste-d', 'D', 'viagem', '{zz-teste}', 'published', '2199-01-01', null),
        ('teste-e', 'E', 'viagem', '{zz-teste}', 'published', '2026-01-04', now()), ('teste-f', 'F', 'viagem', '{outra}', 'published', '2026-01-05', null)`;
      await tx`set local role anon`;
      const slugs = (skip: number, most: number) =>
        tx<
          { slug: string }[]
        >`select post.slug from public.posts_tagged('zz-teste', ${skip}, ${most}) as found join public.blog_posts as post using (id)`;
      return [await slugs(0, 13), await slugs(1, 1), await slugs(0, -1)].map((rows) => rows.map(({ slug }) => slug));
    });
    expect(ids).toEqual([["teste-b", "teste-a"], ["teste-a"], []]);
  });
});
