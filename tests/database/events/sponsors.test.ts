import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addEvent } from "./rows";

const LOGO = "2026-11/00000000-0000-4000-8000-000000000077.webp";

const set = (tx: TransactionSql, event: string, fields: object) =>
  tx.savepoint((inner) =>
    callAs(inner, "user", (as) =>
      keyOf(as`select public.set_event_sponsor(${event}, ${as.json(fields as never)}) as answer`),
    ),
  );
const shown = (tx: TransactionSql, event: string) => tx<
  { id: string; name: string; tier: string; url: string | null }[]
>`
  select id, name, tier, url, logo_path from public.event_sponsors where event_id = ${event} order by position`;
const uploadLogo = async (tx: TransactionSql, account: string) => {
  await tx`insert into storage.objects (bucket_id, name) values ('event-files', ${LOGO})`;
  await tx`insert into private.uploads (bucket, name, account_id, bytes) values ('event-files', ${LOGO}, ${account}, 9)`;
};

describe("sponsors of an event", () => {
  it("are added at the end, changed in their place and removed", () =>
    asOwner(async (tx) => {
      const event = await addEvent(tx);
      for (const name of ["Oficina", "Loja", "Posto"]) expect(await set(tx, event, { name })).toBe("saved");
      const [first, second] = await shown(tx, event);
      expect(
        await set(tx, event, { id: first!.id, name: "Oficina Silva", tier: "gold", url: "https://a.example" }),
      ).toBe("saved");
      expect((await shown(tx, event)).map(({ name, tier, url }) => [name, tier, url])).toEqual([
        ["Oficina Silva", "gold", "https://a.example"],
        ["Loja", "support", null],
        ["Posto", "support", null],
      ]);
      await callAs(tx, "user", (as) => as`select public.remove_event_sponsor(${second!.id})`);
      expect((await shown(tx, event)).map(({ name }) => name)).toEqual(["Oficina Silva", "Posto"]);
    }));

  it("of another event are gone, and a waiting change of the event stays", () =>
    asOwner(async (tx) => {
      const [event, other] = [await addEvent(tx, { status: "published" }), await addEvent(tx)];
      await set(tx, other, { name: "Loja" });
      const [sponsor] = await shown(tx, other);
      expect(await set(tx, event, { id: sponsor!.id, name: "Tomada" })).toBe("gone");
      await tx`insert into public.event_changes (event_id, fields, payload) values (${event}, '{title}', '{"title": "Novo"}')`;
      await set(tx, event, { name: "Oficina" });
      expect(await tx`select status from public.event_changes where event_id = ${event}`).toEqual([
        { status: "pending" },
      ]);
    }));

  it("have a logo that the same account uploaded, which is deleted with the sponsor", () =>
    asOwner(async (tx) => {
      const event = await addEvent(tx);
      await uploadLogo(tx, ID_OF.another_user);
      await expect(set(tx, event, { name: "Loja", logo_path: LOGO })).rejects.toThrow("invalid");
      await tx`update private.uploads set account_id = ${ID_OF.user} where name = ${LOGO}`;
      expect(await set(tx, event, { name: "Loja", logo_path: LOGO })).toBe("saved");
      const [sponsor] = await shown(tx, event);
      await callAs(tx, "user", (as) => as`select public.remove_event_sponsor(${sponsor!.id})`);
      expect(await tx`select name from private.file_deletions where name = ${LOGO}`).toHaveLength(1);
    }));

  it.each([[{ name: " " }], [{ name: "Loja", tier: "diamond" }], [{ name: "Loja", url: "javascript:alert(1)" }]])(
    "%j is refused",
    (fields) =>
      asOwner(async (tx) => {
        await expect(set(tx, await addEvent(tx), fields)).rejects.toThrow("invalid");
      }),
  );
});
