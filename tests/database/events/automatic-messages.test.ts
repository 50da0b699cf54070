import { describe, expect, it } from "vitest";
import { readableFacts } from "@/lib/platform/mails/facts/rules";
import { asOwner, callAs } from "../as-role";
import {
  addComing,
  addHold,
  addPast,
  DAY_BEFORE,
  mailsOf,
  runWorker,
  switchOn,
  WRITTEN,
  type Tx,
} from "./automatic-rows";
import { addTemplate } from "./certificate-rows";
import { makeKind, register } from "./registration-support";

describe("the confirmation", () => {
  const confirmations = (tx: Tx) => mailsOf(tx, "confirmation");

  it("is sent once per confirmation, in the words of the organiser when there are some", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx, { approval: true });
      await switchOn(tx, event, { kind: "confirmation", hours: 0, texts: { pt: WRITTEN } });
      const { id } = await register(tx, type);
      const decide = (status: string) => tx`select private.set_registration_status(${id}, ${status})`;
      await decide("confirmed");
      await tx`select private.mail_automatic(one, 'confirmation') from public.event_registrations as one where id = ${id}`;
      expect((await confirmations(tx)).map(({ template }) => template)).toEqual(["registration_automatic"]);
      await decide("cancelled");
      await decide("confirmed");
      expect(await confirmations(tx)).toHaveLength(2);
    }));

  it("is sent in the standard words in a language without a text", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await switchOn(tx, event, { kind: "confirmation", hours: 0, texts: { en: WRITTEN } });
      await register(tx, type);
      expect((await confirmations(tx)).map(({ template }) => template)).toEqual(["registration_confirmed"]);
    }));

  it("reaches a person who refused messages, and when it is off only those who pay", () =>
    asOwner(async (tx) => {
      const [free, paid] = [await makeKind(tx), await makeKind(tx, { price: 5000 })];
      for (const { event } of [free, paid])
        await tx`insert into public.event_automatic_messages (event_id, kind, is_on, hours)
          values (${event}, 'confirmation', false, 0)`;
      await register(tx, free.type);
      const { id } = await register(tx, paid.type);
      await tx`update public.event_registrations set messages_refused_at = now() where id = ${id}`;
      await tx`select private.set_registration_status(${id}, 'confirmed')`;
      expect((await confirmations(tx)).map(({ data }) => data.link_subject)).toEqual([id]);
    }));
});

describe("the payment reminder", () => {
  it("is sent once, in the last hours of the hold, also to a person who refused messages", () =>
    asOwner(async (tx) => {
      const { id } = await addHold(tx, -40, 5);
      await tx`update public.event_registrations set messages_refused_at = now() where id = ${id}`;
      expect(await runWorker(tx)).toBe(1);
      expect(await runWorker(tx)).toBe(0);
      expect(await mailsOf(tx, "payment")).toMatchObject([
        { template: "registration_payment_due", data: { amount: 50, link_kind: "registration", link_subject: id } },
      ]);
      // The same hold lasts longer after a receipt was refused, and is not reminded again.
      await tx`update public.event_registrations set held_until = now() + interval '4 hours' where id = ${id}`;
      expect(await runWorker(tx)).toBe(0);
    }));

  it.each([
    ["before its time", -40, 8],
    ["in the first half of a short hold", -1, 2],
  ])("is not sent %s", (_, from, until) =>
    asOwner(async (tx) => {
      await addHold(tx, from, until);
      expect(await runWorker(tx)).toBe(0);
    }),
  );

  it("is not sent while a payment is checked, after a cancellation, or when it is off", () =>
    asOwner(async (tx) => {
      const [checked, cancelled, off] = [
        await addHold(tx, -40, 5),
        await addHold(tx, -40, 5),
        await addHold(tx, -40, 5),
      ];
      await tx`insert into public.payments (subject_type, subject_id, method, amount_cents, provider, status)
        values ('registration', ${checked.id}, 'pix', 5000, 'manual', 'review')`;
      await tx`select private.cancel_registration(${cancelled.id})`;
      await tx`insert into public.event_automatic_messages (event_id, kind, is_on, hours)
        values (${off.event}, 'payment', false, 6)`;
      expect(await runWorker(tx)).toBe(0);
    }));

  it("is written with the amount and the end of the hold", () =>
    asOwner(async (tx) => {
      const { event } = await addHold(tx, -40, 5);
      await switchOn(tx, event, { kind: "payment", hours: 6, texts: { pt: WRITTEN } });
      await runWorker(tx);
      const [mail] = await mailsOf(tx, "payment");
      const { subject, body } = readableFacts(mail!);
      expect(subject).toBe("Oi Encontro de teste");
      expect(String(body).replace(/\s/g, " ")).toMatch(/^Ana Souza, pague R\$ 50,00 até \d+ de \w+ de 20\d\d às/);
    }));
});

describe("the mail of the day before", () => {
  it("is off until the organiser switches it on, and then sent once with the code attached", () =>
    asOwner(async (tx) => {
      const { event, id } = await addComing(tx);
      expect(await runWorker(tx)).toBe(0);
      await switchOn(tx, event, DAY_BEFORE);
      expect(await runWorker(tx)).toBe(1);
      expect(await runWorker(tx)).toBe(0);
      expect(await mailsOf(tx, "day_before")).toMatchObject([
        {
          template: "registration_day_before",
          data: { link_kind: "badge", attach_code: id, ends_registration: id, lat: -27.5, lng: -48.5 },
        },
      ]);
    }));

  it("is sent again when the event moves to another day", () =>
    asOwner(async (tx) => {
      const { event } = await addComing(tx, 10);
      await switchOn(tx, event, { kind: "day_before", hours: 48 });
      expect(await runWorker(tx)).toBe(1);
      await tx`update public.events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'
        where id = ${event}`;
      expect(await runWorker(tx)).toBe(1);
    }));

  it.each<[string, (tx: Tx, one: { id: string; event: string }) => Promise<unknown>]>([
    [
      "refused messages",
      (tx, { id }) => tx`update public.event_registrations set messages_refused_at = now() where id = ${id}`,
    ],
    ["cancelled", (tx, { id }) => tx`select private.cancel_registration(${id})`],
    [
      "said that they do not come",
      (tx, { id }) => tx`update public.event_registrations set attending = 'no' where id = ${id}`,
    ],
    [
      "registered for an event that was cancelled",
      (tx, { event }) => tx`update public.events set status = 'cancelled' where id = ${event}`,
    ],
    [
      "registered for an event that has begun",
      (tx, { event }) => tx`update public.events set starts_at = now() - interval '1 hour' where id = ${event}`,
    ],
  ])("is not sent to a person who %s, before or while the mail waits in the queue", async (_, change) => {
    await asOwner(async (tx) => {
      const one = await addComing(tx);
      await switchOn(tx, one.event, DAY_BEFORE);
      await change(tx, one);
      expect(await runWorker(tx)).toBe(0);
    });
    await asOwner(async (tx) => {
      const one = await addComing(tx);
      await switchOn(tx, one.event, DAY_BEFORE);
      await runWorker(tx);
      const skips = async () => {
        const [row] = await tx<{ skips: boolean; status: string }[]>`
          select private.skip_message_mail(mail_id) as skips from public.event_automatic_mails
          where registration_id = ${one.id} and kind = 'day_before'`;
        return row!.skips;
      };
      expect(await skips()).toBe(false);
      await change(tx, one);
      expect(await skips()).toBe(true);
      // The worker may try again after a crash.
      expect(await skips()).toBe(true);
      const [row] = await tx`select status from public.event_automatic_mails
        where registration_id = ${one.id} and kind = 'day_before'`;
      expect(["refused", "skipped"]).toContain(row!.status);
    });
  });

  it("stores how the attempts ended, and counts them for the page", () =>
    asOwner(async (tx) => {
      const { event, id } = await addComing(tx);
      await switchOn(tx, event, DAY_BEFORE);
      await runWorker(tx);
      await tx`select private.note_message_mail(mail_id, null) from public.event_automatic_mails
        where registration_id = ${id} and kind = 'day_before'`;
      const [row] = await callAs(
        tx,
        "editor",
        (as) => as`
        select one -> 'counts' as counts from jsonb_array_elements(public.automatic_messages(${event}) -> 'kinds') as one
        where one ->> 'kind' = 'day_before'`,
      );
      expect(row!.counts).toEqual({ sent: 1 });
    }));
});

describe("the reminder of missing documents", () => {
  it("is sent once, some hours after the registration, while a document is missing", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx, { approval: true });
      await tx`update public.event_registration_types set required_documents = '{cnh}' where id = ${type}`;
      const [late, sent, fresh] = [await register(tx, type), await register(tx, type), await register(tx, type)];
      await switchOn(tx, event, { kind: "documents", hours: 48 });
      await tx`update public.event_registrations set email_confirmed_at = now() - interval '3 days'
        where id in ${tx([late.id, sent.id])}`;
      await tx`insert into public.registration_documents (registration_id, kind, path) values (${sent.id}, 'cnh', 'a.webp')`;
      expect([await runWorker(tx), await runWorker(tx)]).toEqual([1, 0]);
      expect((await mailsOf(tx, "documents")).map(({ data }) => data.link_subject)).toEqual([late.id]);
      expect(fresh.status).toBe("pending");
    }));
});

describe("the thank-you", () => {
  const thanks = { kind: "thanks", hours: 24 };

  it("is sent once to people who entered, with the certificate that the event has a model for", () =>
    asOwner(async (tx) => {
      const { event, type, registration } = await addPast(tx);
      await tx`update public.events set certificate_template_id = ${await addTemplate(tx)} where id = ${event}`;
      // Somebody who did not come gets none.
      await tx`insert into public.event_registrations (code, event_id, type_id, full_name, email, status)
        values (private.new_registration_code(), ${event}, ${type}, 'Rui', 'rui@example.org', 'confirmed')`;
      await switchOn(tx, event, thanks);
      expect([await runWorker(tx), await runWorker(tx)]).toEqual([1, 0]);
      const [certificate] = await tx`select code, sent_at is not null as sent from public.certificates
        where registration_id = ${registration}`;
      expect(certificate).toMatchObject({ sent: true });
      expect((await mailsOf(tx, "thanks"))[0]!.data.path).toBe(`/eventos/certificado/${certificate!.code}`);
    }));

  it("leads to the page of the event without a model, and issues no certificate again that was revoked", () =>
    asOwner(async (tx) => {
      const { event, registration } = await addPast(tx);
      const template = await addTemplate(tx);
      await tx`select private.issue_certificate(${registration}, ${template}, null, null, null)`;
      await tx`update public.certificates set revoked_at = now(), revoke_reason = 'x' where registration_id = ${registration}`;
      await tx`update public.events set certificate_template_id = ${template} where id = ${event}`;
      await switchOn(tx, event, thanks);
      await runWorker(tx);
      expect((await mailsOf(tx, "thanks"))[0]!.data.path).toBe("/eventos/lacambeche/encontro-de-teste");
      expect(await tx`select 1 from public.certificates where registration_id = ${registration}`).toHaveLength(1);
    }));

  it.each([
    ["before its time", 20],
    ["long after it", 24 * 9],
  ])("is not sent %s", (_, hours) =>
    asOwner(async (tx) => {
      const { event } = await addPast(tx, hours);
      await switchOn(tx, event, thanks);
      expect(await runWorker(tx)).toBe(0);
    }),
  );
});
