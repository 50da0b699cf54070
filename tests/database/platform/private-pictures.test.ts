import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { addAd, ART } from "../commerce/ad-rows";
import { ID_OF, type Actor } from "../actors";
import { asOwner, becomeRole, sql } from "../as-role";
import { service, signedInUser, variable, visitor } from "../auth-client";
import { addEvent } from "../events/rows";
import { keyOf } from "../outcomes";
import { addOwnedPlace, PLACE } from "../partners/place-rows";
import { addVouchers, VOUCHER } from "../partners/rows";

const EVENT_FILE = "2026-11/00000000-0000-4000-8000-0000000000e1.webp";
const VOUCHER_FILE = `${PLACE}/00000000-0000-4000-8000-0000000000e2.webp`;
const ART_FILE = ART.image_desktop.replace("/arte/", "");

const store = (tx: TransactionSql, bucket: string, name: string) =>
  tx`insert into storage.objects (bucket_id, name) values (${bucket}, ${name})`;
const READERS = ["anon", "user", "another_user", "vendedor", "editor", "superadministrador"] as const;

/** Which actors may download a file of a bucket. */
async function readersOf(tx: TransactionSql, bucket: string, name: string): Promise<Actor[]> {
  const found: Actor[] = [];
  for (const actor of READERS) {
    await becomeRole(tx, actor);
    if ((await tx`select from storage.objects where bucket_id = ${bucket} and name = ${name}`).count > 0)
      found.push(actor);
    await tx`reset role`;
  }
  return found;
}

describe("a picture", () => {
  it("is in a bucket that is not public when it waits for a decision", async () => {
    const rows = await sql<{ id: string }[]>`select id from storage.buckets where public order by id`;
    // Only the team stores files in these buckets.
    expect(rows.map(({ id }) => id).filter((id) => !id.startsWith("test-"))).toEqual([
      "magazine-files",
      "media",
      "place-photos",
    ]);
  });

  it.each(["draft", "pending", "rejected"])("of a %s event is read by its organiser and the team", (status) =>
    asOwner(async (tx) => {
      await store(tx, "event-files", EVENT_FILE);
      await addEvent(tx, { organizer_id: ID_OF.user, poster_path: EVENT_FILE, status });
      expect(await readersOf(tx, "event-files", EVENT_FILE)).toEqual(["user", "editor", "superadministrador"]);
    }),
  );

  it.each(["poster_path", "stand_map_path"])("of a published event is read by everybody (%s)", (column) =>
    asOwner(async (tx) => {
      await store(tx, "event-files", EVENT_FILE);
      await addEvent(tx, { organizer_id: ID_OF.user, [column]: EVENT_FILE, status: "published" });
      expect(await readersOf(tx, "event-files", EVENT_FILE)).toEqual([...READERS]);
    }),
  );

  it("of a waiting change of a published event is read by its organiser and the team", () =>
    asOwner(async (tx) => {
      await store(tx, "event-files", EVENT_FILE);
      const id = await addEvent(tx, { organizer_id: ID_OF.user, status: "published" });
      await tx`insert into public.event_changes (event_id, fields, payload) values (${id}, '{poster}', ${tx.json({ poster_path: EVENT_FILE })})`;
      expect(await readersOf(tx, "event-files", EVENT_FILE)).toEqual(["user", "editor", "superadministrador"]);
    }));

  it.each([
    ["event-files", ["user", "editor", "superadministrador"]],
    ["voucher-images", ["user", "superadministrador"]],
  ])("in %s that no row names is read by the account that stored it and the team (%j)", (bucket, readers) =>
    asOwner(async (tx) => {
      await store(tx, bucket, VOUCHER_FILE);
      await tx`select public.take_upload(${bucket}, ${VOUCHER_FILE}, 100, ${ID_OF.user})`;
      expect(await readersOf(tx, bucket, VOUCHER_FILE)).toEqual(readers);
    }),
  );

  it.each([
    ["draft", ["user", "vendedor", "editor", "superadministrador"]],
    ["pending", ["user", "vendedor", "editor", "superadministrador"]],
    ["active", [...READERS]],
  ] as const)("of a voucher with status %s is read by %j", (status, readers) =>
    asOwner(async (tx) => {
      await addOwnedPlace(tx);
      await addVouchers(tx, status);
      await store(tx, "voucher-images", VOUCHER_FILE);
      await tx`update public.vouchers set image_url = ${`/imagem-voucher/${VOUCHER_FILE}`} where id = ${VOUCHER}`;
      expect(await readersOf(tx, "voucher-images", VOUCHER_FILE)).toEqual(readers);
    }),
  );

  it.each([
    ["in_review", false],
    ["rejected", false],
    ["stopped", false],
    ["approved", true],
    ["paused", true],
  ])("of a banner with status %s is read by visitors: %s", (status, isPublic) =>
    asOwner(async (tx) => {
      await store(tx, "ad-art", ART_FILE);
      await addAd(tx, { status });
      const readers = await readersOf(tx, "ad-art", ART_FILE);
      expect([readers.includes("anon"), readers.includes("user"), readers.includes("superadministrador")]).toEqual([
        isPublic,
        isPublic,
        true,
      ]);
    }),
  );
});

it("the storage server gives a poster to its account before the publication, and to everybody after it", async () => {
  const { client, id } = await signedInUser();
  const name = `2026-11/${randomUUID()}.webp`;
  const slug = `private-${randomUUID()}`;
  const read = async (reader: typeof client) => (await reader.storage.from("event-files").download(name)).data !== null;
  const readers = async () => [await read(visitor()), await read((await signedInUser()).client), await read(client)];
  try {
    await service.storage.from("event-files").upload(name, new Blob(["x"], { type: "image/webp" }));
    await sql`select public.take_upload('event-files', ${name}, 1, ${id})`;
    expect(await readers()).toEqual([false, false, true]);
    await sql`
      insert into public.events (slug, title, status, organizer_id, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, poster_path)
      values (${slug}, 'Encontro', 'pending', ${id}, 'Clube', 'SC', 4205407, 'Florianópolis', now() + interval '9 days', now() + interval '10 days', ${name})`;
    expect(await readers()).toEqual([false, false, true]);
    await sql`update public.events set status = 'published' where slug = ${slug}`;
    expect(await readers()).toEqual([true, true, true]);
    const open = await fetch(`${variable("TEST_SUPABASE_URL")}/storage/v1/object/public/event-files/${name}`);
    expect(open.status).toBeGreaterThanOrEqual(400);
  } finally {
    await sql`delete from public.events where slug = ${slug}`;
    await sql`delete from storage.objects where name = ${name}`;
    await sql`delete from private.uploads where name = ${name}`;
    await sql`delete from private.file_deletions where name = ${name}`;
  }
});

describe("the bytes of uploads", () => {
  const MB = 1024 * 1024;
  const take = async (tx: TransactionSql, name: string, bytes: number, account: string | null) =>
    keyOf(tx`select public.take_upload('event-files', ${name}, ${bytes}, ${account}) as answer`);

  it("of one account are limited to 500 MB, and a file that was deleted does not count", () =>
    asOwner(async (tx) => {
      expect(await take(tx, "a", 300 * MB, ID_OF.user)).toBe("saved");
      expect(await take(tx, "b", 201 * MB, ID_OF.user)).toBe("full");
      expect(await take(tx, "b", 201 * MB, ID_OF.another_user)).toBe("saved");
      await tx`update private.uploads set created_at = now() - interval '1 day' where name = 'a'`;
      expect(await take(tx, "c", 201 * MB, ID_OF.user)).toBe("saved");
    }));

  it("of a file that is sent again count once", () =>
    asOwner(async (tx) => {
      expect([await take(tx, "a", MB, ID_OF.user), await take(tx, "a", MB, ID_OF.user)]).toEqual(["saved", "saved"]);
      expect((await tx`select from private.uploads where account_id = ${ID_OF.user}`).count).toBe(1);
    }));

  it("without an account or a publish link are refused", () =>
    asOwner(async (tx) => {
      expect(await take(tx, "a", 1, null)).toBe("gone");
    }));
});
