import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { MAX_EVENT_PICTURES } from "../../../lib/platform/supabase/database-constants/events";
import { ID_OF, type Account } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addEvent } from "./rows";

const fileOf = (index: number) => `2026-11/00000000-0000-4000-8000-0000000${String(index).padStart(5, "0")}.webp`;

/** A picture that an account uploaded, which no event shows yet. */
async function upload(tx: TransactionSql, index: number, account: Account = "user"): Promise<string> {
  const name = fileOf(index);
  await tx`insert into storage.objects (bucket_id, name) values ('event-files', ${name})`;
  await tx`
    insert into private.uploads (bucket, name, account_id, bytes) values ('event-files', ${name}, ${ID_OF[account]}, 9)`;
  return name;
}

const addBegun = (tx: TransactionSql, days = 1) =>
  addEvent(tx, {
    status: "published",
    starts_at: new Date(Date.now() - days * 86_400_000),
    ends_at: new Date(Date.now() - days * 86_400_000 + 3_600_000),
  });

type Picture = { path: string; title: string; title_en?: string };
const add = (tx: TransactionSql, event: string, pictures: readonly Picture[], consent: boolean | null = true) =>
  tx.savepoint((inner) =>
    callAs(inner, "user", (as) =>
      keyOf(as`select public.add_event_pictures(${event}, ${as.json(pictures as never)}, 'Ana', ${consent}) as answer`),
    ),
  );
const titles = async (tx: TransactionSql, event: string) =>
  (
    await tx<{ title: string }[]>`
      select title from public.event_media where event_id = ${event} order by position, created_at, id`
  ).map(({ title }) => title);

async function addThree(tx: TransactionSql): Promise<{ event: string; ids: string[] }> {
  const event = await addBegun(tx);
  const pictures = [];
  for (const [index, title] of ["a", "b", "c"].entries()) pictures.push({ path: await upload(tx, index), title });
  await add(tx, event, pictures);
  const rows = await tx<
    { id: string }[]
  >`select id from public.event_media where event_id = ${event} order by position`;
  return { event, ids: rows.map(({ id }) => id) };
}

describe("pictures of an event", () => {
  it("are stored with alt texts, photographer and the time of the consent, once for a request that is sent again", () =>
    asOwner(async (tx) => {
      const event = await addBegun(tx);
      const pictures = [{ path: await upload(tx, 1), title: "Opalas na praça", title_en: "Opalas in the square" }];
      expect(await add(tx, event, pictures)).toBe("saved");
      expect(await add(tx, event, pictures)).toBe("saved");
      expect(
        await tx`
          select kind, title, credit, translations, consented_at is not null as is_consented
          from public.event_media where event_id = ${event}`,
      ).toEqual([
        {
          kind: "gallery",
          title: "Opalas na praça",
          credit: "Ana",
          translations: { en: { title: "Opalas in the square" } },
          is_consented: true,
        },
      ]);
    }));

  it.each([false, null])("need the consent (%s)", (consent) =>
    asOwner(async (tx) => {
      const event = await addBegun(tx);
      expect(await add(tx, event, [{ path: await upload(tx, 1), title: "a" }], consent)).toBe("consent");
      expect(await titles(tx, event)).toEqual([]);
    }),
  );

  it("are not taken before the event begins", () =>
    asOwner(async (tx) => {
      const event = await addEvent(tx, { status: "published" });
      expect(await add(tx, event, [{ path: await upload(tx, 1), title: "a" }])).toBe("not_begun");
    }));

  it("need an alt text, and a file that the same account uploaded", () =>
    asOwner(async (tx) => {
      const event = await addBegun(tx);
      const [own, other] = [await upload(tx, 1), await upload(tx, 2, "another_user")];
      const refusal = async (picture: Picture) => add(tx, event, [picture]).catch((error: Error) => error.message);
      expect(await refusal({ path: own, title: "  " })).toBe("invalid");
      expect(await refusal({ path: other, title: "a" })).toBe("invalid");
      expect(await refusal({ path: fileOf(3), title: "a" })).toBe("invalid");
      expect(await titles(tx, event)).toEqual([]);
    }));

  it("are refused together when the gallery has no room for all of them", () =>
    asOwner(async (tx) => {
      const event = await addBegun(tx);
      await tx`
        insert into public.event_media (event_id, kind, path)
        select ${event}, 'gallery', 'x' || number from generate_series(2, ${MAX_EVENT_PICTURES}::integer) as number`;
      const pictures = [
        { path: await upload(tx, 1), title: "a" },
        { path: await upload(tx, 2), title: "b" },
      ];
      await expect(add(tx, event, pictures)).rejects.toThrow("full");
      expect(await add(tx, event, pictures.slice(0, 1))).toBe("saved");
    }));

  it.each([
    [0, 1, "bac"],
    [2, -1, "acb"],
    [0, -1, "abc"],
    [0, 9, "bca"],
  ])("picture %i moved by %i gives %s", (index, steps, order) =>
    asOwner(async (tx) => {
      const { event, ids } = await addThree(tx);
      await callAs(tx, "user", (as) => as`select public.move_event_picture(${ids[index]!}, ${steps})`);
      expect((await titles(tx, event)).join("")).toBe(order);
    }),
  );

  it("are deleted with their file, and a picture that is gone is answered as such", () =>
    asOwner(async (tx) => {
      const { event, ids } = await addThree(tx);
      await callAs(tx, "user", (as) => as`select public.remove_event_picture(${ids[1]!})`);
      expect(await titles(tx, event)).toEqual(["a", "c"]);
      expect(await tx`select name from private.file_deletions where name = ${fileOf(1)}`).toHaveLength(1);
      // Only the team learns that there is no such picture.
      expect(
        await callAs(tx, "editor", (as) => keyOf(as`select public.remove_event_picture(${ids[1]!}) as answer`)),
      ).toBe("gone");
    }));

  it("stay with the event that is over when it is copied", () =>
    asOwner(async (tx) => {
      const { event } = await addThree(tx);
      await tx`insert into public.event_media (event_id, kind, path, title) values (${event}, 'gallery', 'x', 'team')`;
      const copy = crypto.randomUUID();
      await callAs(
        tx,
        "user",
        (as) => as`select public.duplicate_event(${event}, (now() + interval '300 days')::date, ${copy})`,
      );
      expect(await titles(tx, copy)).toEqual(["team"]);
    }));
});
