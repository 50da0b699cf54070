import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, ID_OF, type Account } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { service, signedInUser, visitor } from "../auth-client";
import { CONTENT_PERMISSIONS } from "@/lib/platform/supabase/database-constants/platform";

const PATH = "/midia/2026-11/00000000-0000-4000-8000-0000000000aa.webp";
const BUCKET = "media";

const add = (tx: TransactionSql) =>
  tx`insert into public.media_assets (path, width, height, bytes, uploaded_by) values (${PATH}, 10, 10, 10, null)`;
const addOwn = (tx: TransactionSql) =>
  tx`insert into public.media_assets (path, width, height, bytes) values (${PATH}, 10, 10, 10)`;
const picture = (type = "image/webp") => new Blob(["x"], { type });

describeAccess("media_assets", add, [
  ["select", ACTORS, (tx) => tx`select 1 from public.media_assets where path = ${PATH}`],
  ["insert", EDITORS_UP, addOwn],
  [
    "insert with another account as author",
    [],
    (tx) =>
      tx`insert into public.media_assets (path, width, height, bytes, uploaded_by) values (${PATH}, 10, 10, 10, null)`,
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.media_assets set alt = 'Um carro' where path = ${PATH}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.media_assets where path = ${PATH}`],
]);

describe("content permissions", () => {
  const editsContent = async (account: Account, permission: string) => {
    const prepare = async (tx: TransactionSql) => {
      await tx`delete from public.role_permissions where role = 'editor'`;
      await tx`update public.profiles set permissions = array[${permission}] where id = ${ID_OF[account]}`;
    };
    try {
      return (await asRole(account, prepare, async (tx) => addOwn(tx))).count === 1;
    } catch (error) {
      if ((error as { code?: string }).code === "42501") return false;
      throw error;
    }
  };

  it.each(CONTENT_PERMISSIONS)("allow an editor with %s alone to edit content", async (permission) => {
    expect(await editsContent("editor", permission)).toBe(true);
  });

  it("are required for editors and do not apply to travellers", async () => {
    expect(await editsContent("editor", "dashboard")).toBe(false);
    expect(await editsContent("user", "blog")).toBe(false);
  });
});

describe("the bucket of pictures", () => {
  it.each(["anon", "user"])("refuses %s", async (role) => {
    const client = role === "anon" ? visitor() : (await signedInUser()).client;
    expect((await client.storage.from(BUCKET).upload(`${randomUUID()}.webp`, picture())).error).not.toBeNull();
  });

  it("accepts WebP from an editor and is publicly readable", async () => {
    const { client, id } = await signedInUser();
    await sql`update public.profiles set role = 'editor' where id = ${id}`;
    const [key, files] = [`${randomUUID()}.webp`, client.storage.from(BUCKET)];
    expect((await files.upload(key, picture())).error).toBeNull();
    expect((await files.upload(key, picture())).error).not.toBeNull();
    expect((await files.upload(`${randomUUID()}.svg`, picture("image/svg+xml"))).error).not.toBeNull();
    expect((await visitor().storage.from(BUCKET).download(key)).error).toBeNull();
    await service.storage.from(BUCKET).remove([key]);
  });
});

it.each(["https://example.org/a.webp", "/midia/../a.webp", "/midia/2026-11/a.svg"])(
  "refuses a picture at %s",
  async (path) => {
    const insert = asOwner(
      (tx) => tx`insert into public.media_assets (path, width, height, bytes) values (${path}, 1, 1, 1)`,
    );
    await expect(insert).rejects.toMatchObject({ code: "23514" });
  },
);

describe("the track and photos of a route", () => {
  const region = (tx: TransactionSql, track: unknown, photos: string[] = []) =>
    tx`insert into public.regions (name, slug, state_abbr, track, photos) values ('Teste', 'teste-traco', 'SC', ${track === null ? null : tx.json(track as never)}, ${photos})`;

  it("are stored", async () => {
    const { count } = await asOwner((tx) =>
      region(
        tx,
        [
          [-28, -49],
          [-28.1, -49.2],
        ],
        ["/a.webp"],
      ),
    );
    expect(count).toBe(1);
  });

  it.each([
    [[]],
    [[[-28, -49]]],
    [
      [
        [-28, -49],
        [-28, "x"],
      ],
    ],
    [
      [
        [-28, -49],
        [40, -9],
      ],
    ],
    [{}],
    [[1, 2]],
    [Array.from({ length: 2001 }, () => [-28, -49])],
  ])("a track is not %j", async (track) => {
    await expect(asOwner((tx) => region(tx, track))).rejects.toMatchObject({ code: "23514" });
  });

  it.each([[["javascript:alert(1)"]], [[""]], [Array.from({ length: 31 }, (_, i) => `/a${i}.webp`)]])(
    "photos are not %j",
    async (photos) => {
      await expect(asOwner((tx) => region(tx, null, photos))).rejects.toMatchObject({ code: "23514" });
    },
  );
});
