import { describe, expect, it } from "vitest";
import type { Mail } from "@/lib/platform/mails/schema";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { keyOf } from "../outcomes";
import { addComing, DAY_BEFORE, switchOn, type Tx } from "./automatic-rows";
import { makeKind, register } from "./registration-support";

const addSettings = async (tx: Tx) => {
  const { event } = await makeKind(tx);
  await switchOn(tx, event, DAY_BEFORE);
};

describeAccess("event_automatic_messages", addSettings, [
  ["select", EDITORS_UP, "select 1 from public.event_automatic_messages"],
  [
    "insert",
    NOBODY,
    `insert into public.event_automatic_messages (event_id, kind, is_on, hours)
     select event_id, 'thanks', true, 1 from public.event_automatic_messages`,
    addSettings,
  ],
  ["update", NOBODY, "update public.event_automatic_messages set is_on = false"],
  ["delete", NOBODY, "delete from public.event_automatic_messages"],
]);

const addMail = async (tx: Tx) => {
  const { type } = await makeKind(tx);
  await register(tx, type);
};

describeAccess("event_automatic_mails", addMail, [
  ["select", EDITORS_UP, "select 1 from public.event_automatic_mails"],
  [
    "insert",
    NOBODY,
    `insert into public.event_automatic_mails (registration_id, kind, occasion)
     select registration_id, 'thanks', 'x' from public.event_automatic_mails`,
    addMail,
  ],
  ["update", NOBODY, "update public.event_automatic_mails set status = 'sent'"],
  ["delete", NOBODY, "delete from public.event_automatic_mails"],
]);

describe("settings of automatic mails", () => {
  const save = (
    tx: Tx,
    event: string,
    hours: number,
    { kind = "thanks", texts = {}, version = null as string | null } = {},
  ) => tx`
    select public.save_automatic_message(${event}, ${kind}, true, ${hours}, ${tx.json(texts)}, ${version}::text::timestamptz) as answer`;

  it("are saved by the version that the page showed", () =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      await becomeRole(tx, "editor");
      expect(await keyOf(save(tx, event, 24, { texts: { en: { subject: "a", body: "b" } } }))).toBe("saved");
      expect(await keyOf(save(tx, event, 12))).toBe("conflict");
      const [row] = await tx<{ version: string }[]>`
        select updated_at::text as version from public.event_automatic_messages where event_id = ${event}`;
      expect(await keyOf(save(tx, event, 12, { version: row!.version }))).toBe("saved");
      const [saved] =
        await tx`select hours, texts, updated_by from public.event_automatic_messages where event_id = ${event}`;
      expect(saved).toEqual({ hours: 12, texts: {}, updated_by: ID_OF.editor });
    }));

  it.each<[string, number, { kind?: string; texts?: object }]>([
    ["an unknown kind", 24, { kind: "other" }],
    ["too many hours", 721, {}],
    ["hours of a confirmation", 24, { kind: "confirmation" }],
    ["an unknown language", 24, { texts: { fr: { subject: "a", body: "b" } } }],
    ["an empty text", 24, { texts: { pt: { subject: "a", body: " " } } }],
  ])("are refused with %s", async (_, hours, more) => {
    const attempt = asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      await becomeRole(tx, "editor");
      await save(tx, event, hours, more as never);
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid" });
  });

  it("are copied with the event", () =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      await switchOn(tx, event, DAY_BEFORE);
      await becomeRole(tx, "editor");
      await tx`select public.duplicate_event(${event}, (now() + interval '90 days')::date, '00000000-0000-4000-8000-00000000e399')`;
      expect(
        await tx`select kind, hours from public.event_automatic_messages where event_id = '00000000-0000-4000-8000-00000000e399'`,
      ).toMatchObject([DAY_BEFORE]);
    }));

  it("are tested with a mail to the writer, without a secret link", () =>
    asOwner(async (tx) => {
      const { event, id } = await addComing(tx);
      await becomeRole(tx, "editor");
      await tx`select public.test_automatic_message(${event}, 'day_before', 'en-US')`;
      await tx`reset role`;
      const [row] = await tx<{ mail: Mail; own: boolean }[]>`
        select data as mail, data ->> 'to' = (select email from auth.users where id = ${ID_OF.editor}) as own
        from private.outbox where data ->> 'template' = 'registration_day_before'`;
      expect(row).toMatchObject({ own: true, mail: { locale: "en-US", data: { name: "Ana Souza" } } });
      expect(JSON.stringify(row!.mail)).not.toContain(id);
      expect(await tx`select 1 from public.event_automatic_mails where kind = 'day_before'`).toHaveLength(0);
    }));
});

describe("the certificate of an event", () => {
  const choose = (tx: Tx, event: string, template: string | null, hours: number | null = null) =>
    keyOf(tx`select public.set_event_certificate(${event}, ${template}, ${hours}) as answer`);
  const addModel = async (tx: Tx, isActive = true) => {
    const [row] = await tx<{ id: string }[]>`
      insert into public.certificate_templates (name, language, fields, is_active)
      select 'Modelo', language, fields, ${isActive} from public.certificate_templates limit 1 returning id`;
    return row!.id;
  };
  const addOrganiser = (tx: Tx, event: string, role: string) => tx`
    insert into public.event_members (event_id, account_id, role) values (${event}, ${ID_OF.user}, ${role})
    on conflict (event_id, account_id) do update set role = excluded.role`;

  it("is chosen by an organiser, listed with the models, and taken off again", () =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      const model = await addModel(tx);
      await addOrganiser(tx, event, "organiser");
      await becomeRole(tx, "user");
      expect(await choose(tx, event, model, 7.5)).toBe("saved");
      const [row] = await tx<{ certificate: { chosen: string; hours: number; models: { id: string }[] } }[]>`
        select public.automatic_messages(${event}) -> 'certificate' as certificate`;
      expect(row!.certificate).toMatchObject({ chosen: model, hours: 7.5 });
      expect(row!.certificate.models.map(({ id }) => id)).toContain(model);
      expect(await choose(tx, event, null)).toBe("saved");
    }));

  it.each(["gate", "press", "treasurer"])("is not chosen by the role %s", (role) =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      const model = await addModel(tx);
      await addOrganiser(tx, event, role);
      await becomeRole(tx, "user");
      await expect(choose(tx, event, model)).rejects.toMatchObject({ code: "42501" });
    }),
  );

  it.each([
    ["a model that is no longer used", false, 8],
    ["less than half an hour", true, 0.4],
    ["a part of a tenth of an hour", true, 1.25],
  ])("is refused with %s", async (_, isActive, hours) => {
    const attempt = asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      const model = await addModel(tx, isActive);
      await becomeRole(tx, "editor");
      await choose(tx, event, model, hours);
    });
    await expect(attempt).rejects.toMatchObject({ message: "invalid" });
  });
});
