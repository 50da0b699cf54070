import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { readableFacts } from "@/lib/platform/mails/facts/rules";
import type { Mail } from "@/lib/platform/mails/schema";
import { ACTORS, ADMINS_UP, ID_OF } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";
import { addReminder, REMINDER, type ReminderRow } from "./reminder-rows";
import { addSharedVehicle, addVehicle, ENTRY, VEHICLE } from "./vehicle-support";

const OTHER_VEHICLE = "00000000-0000-4000-8000-00000000a0e1";
const OTHER_REMINDER = "00000000-0000-4000-8000-00000000b0e1";
const KM = { metric: "km", interval_months: null, interval_km: 5000 };
const OVERDUE = { last_done_on: "2020-01-15" };

const announce = async (tx: TransactionSql) =>
  (await tx<{ people: number }[]>`select private.announce_reminders(${ID_OF.user}, 10) as people`)[0]!.people;
const mailsOf = async (tx: TransactionSql) => {
  const queued = await tx<{ mail: Mail }[]>`
    select data as mail from private.outbox where job = 'send-mail' and data ->> 'template' = 'maintenance_reminders'`;
  return queued.map(({ mail }) => ({ to: mail.to, locale: mail.locale, data: readableFacts(mail) }));
};
const noticesOf = (tx: TransactionSql) => tx<{ title: string; body: string; link: string; translations: object }[]>`
  select title, body, link, translations from public.notifications where user_id = ${ID_OF.user} order by title`;
const announced = (tx: TransactionSql) => tx<{ reminder_id: string; channel: string; status: string }[]>`
  select reminder_id, channel, status from public.reminder_announcements order by reminder_id, channel`;

const withReminders = <T>(rows: ReminderRow[], run: (tx: TransactionSql) => Promise<T>) =>
  asOwner(async (tx) => {
    await tx`delete from private.outbox`;
    await addSharedVehicle(tx);
    for (const [index, row] of rows.entries())
      await addReminder(tx, index === 0 ? row : { id: OTHER_REMINDER, title: "Freios", ...row });
    return run(tx);
  });

describe("announcing", () => {
  it("notifies the owner once, in the portal and in one mail", async () => {
    await withReminders([OVERDUE, OVERDUE], async (tx) => {
      expect([await announce(tx), await announce(tx)]).toEqual([1, 0]);
      expect(await mailsOf(tx)).toMatchObject([
        {
          to: "user@actors.example.org",
          locale: "pt-BR",
          data: {
            count: 2,
            list: "• Opala – Óleo: 15 de jul. de 2020\n• Opala – Freios: 15 de jul. de 2020",
            path: "/painel#manutencao",
          },
        },
      ]);
      expect(await noticesOf(tx)).toMatchObject([
        {
          title: "Manutenção: Opala",
          body: "• Óleo: 15/07/2020\n• Freios: 15/07/2020",
          link: `/diario-de-bordo/${VEHICLE}/lembretes`,
          translations: { en: { body: "• Óleo: Jul 15, 2020\n• Freios: Jul 15, 2020" } },
        },
      ]);
      expect((await announced(tx)).map(({ channel, status }) => `${channel} ${status}`)).toEqual([
        "mail queued",
        "portal sent",
        "mail queued",
        "portal sent",
      ]);
    });
  });

  it("writes the mail in the language of the owner", async () => {
    await withReminders([{ ...KM, last_done_km: 60_000 }], async (tx) => {
      await tx`update public.profiles set locale = 'en-US' where id = ${ID_OF.user}`;
      await tx`update public.vehicles set odometer_km = 70000 where id = ${VEHICLE}`;
      await announce(tx);
      expect(await mailsOf(tx)).toMatchObject([{ locale: "en-US", data: { list: "• Opala – Óleo: 65,000 km" } }]);
    });
  });

  it("sends one notice per car and one mail for all cars", async () => {
    await withReminders([OVERDUE], async (tx) => {
      await addVehicle(tx, "user", OTHER_VEHICLE);
      await addReminder(tx, { id: OTHER_REMINDER, ...OVERDUE }, OTHER_VEHICLE);
      await announce(tx);
      expect([(await mailsOf(tx)).length, (await noticesOf(tx)).length]).toEqual([1, 2]);
    });
  });

  it.each<[string, ReminderRow]>([
    ["paused", { paused_at: "2026-01-01" }],
    ["snoozed by date", { snoozed_until: "2099-01-01" }],
    ["snoozed by kilometres", { snoozed_until_km: 99_999 }],
    ["in the trash", { deleted_at: "2026-01-01" }],
    ["announced already", { announced_at: "2026-01-01" }],
    ["not due", { last_done_on: "2099-01-01" }],
  ])("leaves out a reminder that is %s", async (_, row) => {
    await withReminders([{ ...OVERDUE, ...row }], async (tx) => {
      expect(await announce(tx)).toBe(0);
    });
  });

  it.each([
    "update public.vehicles set status = 'sold'",
    "update public.vehicles set deleted_at = now()",
    "update public.profiles set blocked_at = now()",
  ])("leaves out all after %s", async (change) => {
    await withReminders([OVERDUE], async (tx) => {
      await tx.unsafe(`${change} where ${change.includes("profiles") ? "id" : "owner_id"} = '${ID_OF.user}'`);
      expect(await announce(tx)).toBe(0);
    });
  });

  it.each<[readonly string[], number, number]>([
    [["portal"], 1, 0],
    [["mail"], 0, 1],
    [[], 0, 0],
  ])("uses the channels %j", async (channels, notices, mails) => {
    await withReminders([{ ...OVERDUE, channels }], async (tx) => {
      expect(await announce(tx)).toBe(1);
      expect([(await noticesOf(tx)).length, (await mailsOf(tx)).length]).toEqual([notices, mails]);
      expect(await announce(tx)).toBe(0);
    });
  });

  it("pushes to an owner with a device", async () => {
    await withReminders([OVERDUE], async (tx) => {
      await tx`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (${ID_OF.user}, 'https://fcm.googleapis.com/x', ${"a".repeat(87)}, ${"b".repeat(22)})`;
      await announce(tx);
      const jobs = await tx`select data from private.outbox where job = 'push-reminders'`;
      expect(jobs).toMatchObject([{ data: { account: ID_OF.user, notice: { title: "Manutenção: Opala" } } }]);
    });
  });

  it("announces again after a snooze has passed and after the next due date", async () => {
    await withReminders([OVERDUE], async (tx) => {
      await announce(tx);
      await tx`update public.maintenance_reminders set snoozed_until = private.brazilian_today() + 7`;
      expect(await announce(tx)).toBe(0);
      await tx`update public.maintenance_reminders set snoozed_until = private.brazilian_today()`;
      expect(await announce(tx)).toBe(1);
      expect(await mailsOf(tx)).toHaveLength(2);
    });
  });
});

describe("kilometres", () => {
  const addKm = (tx: TransactionSql, km: number) => tx`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
    values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'km', '2026-01-02', ${km})`;
  const enqueued = (tx: TransactionSql) =>
    tx`select data ->> 'owner' as owner from private.outbox where job = 'announce-reminders'`;

  it("of an entry enqueue the announcement once when a reminder becomes due", async () => {
    await withReminders([{ ...KM, last_done_km: 60_000 }], async (tx) => {
      await addKm(tx, 64_000);
      expect(await enqueued(tx)).toEqual([]);
      await addKm(tx, 64_600);
      await addKm(tx, 65_100);
      expect(await enqueued(tx)).toEqual([{ owner: ID_OF.user }]);
    });
  });
});

describe("the sending queue", () => {
  it.each(ACTORS.map((actor) => [actor, ADMINS_UP.some((one) => one === actor)] as const))(
    "is read by %s: %s",
    async (actor, can) => {
      const calls = ["public.reminder_queue()", `public.retry_reminder_sending('${ENTRY}')`];
      for (const call of calls) {
        const answer = await asRole(actor, (tx) => tx.unsafe(`select ${call}`)).then(
          () => "done",
          (error: { code: string }) => error.code,
        );
        expect(answer).toBe(can ? "done" : "42501");
      }
    },
  );

  it("counts what was sent and failed, without personal data", async () => {
    await withReminders([OVERDUE, { ...OVERDUE, channels: ["portal"] }], async (tx) => {
      await announce(tx);
      const [mail] = await tx<
        { job_id: string }[]
      >`select job_id from public.reminder_announcements where channel = 'mail'`;
      await tx`select private.note_reminder_job(${mail!.job_id}, 'connection refused')`;
      await becomeRole(tx, "admin");
      const [row] = await tx<
        { queue: { counts: object[]; sendings: object[] } }[]
      >`select public.reminder_queue() as queue`;
      expect(row!.queue.counts).toEqual([
        { channel: "mail", status: "failed", count: 1 },
        { channel: "portal", status: "sent", count: 2 },
      ]);
      expect(row!.queue.sendings[0]).toMatchObject({
        id: mail!.job_id,
        channel: "mail",
        status: "failed",
        reason: "connection refused",
        reminders: 1,
      });
      expect(JSON.stringify(row!.queue)).not.toMatch(/Óleo|Opala|@/);
    });
  });

  it("keeps the result of a mail that was sent", async () => {
    await withReminders([OVERDUE], async (tx) => {
      await announce(tx);
      const [mail] = await tx<
        { job_id: string }[]
      >`select job_id from public.reminder_announcements where channel = 'mail'`;
      await tx`select private.note_reminder_job(${mail!.job_id}, null)`;
      await tx`select private.note_reminder_job(${mail!.job_id}, 'late failure')`;
      expect(await announced(tx)).toContainEqual({ reminder_id: REMINDER, channel: "mail", status: "sent" });
    });
  });
});
