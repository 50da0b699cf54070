import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACCOUNTS, ACTORS, ADMINS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, becomeRole, callAs } from "../as-role";

const add = (tx: TransactionSql) =>
  tx`insert into public.notification_campaigns (title, body) values ('Teste', 'Olá') returning id`;
const addSent = (tx: TransactionSql) =>
  tx`insert into public.notification_campaigns (title, body, status) values ('Teste', 'Olá', 'sent') returning id`;

describeAccess("notification_campaigns", add, [
  ["select", ADMINS_UP, "select 1 from public.notification_campaigns where title = 'Teste'"],
  ["insert", ADMINS_UP, add],
  ["insert one marked as sent", NOBODY, addSent],
  ["update", ADMINS_UP, "update public.notification_campaigns set body = 'Oi' where title = 'Teste'"],
  ["update to sent", NOBODY, "update public.notification_campaigns set status = 'sent' where title = 'Teste'"],
  ["delete", ADMINS_UP, "delete from public.notification_campaigns where title = 'Teste'"],
  ["delete a sent one", NOBODY, "delete from public.notification_campaigns where title = 'Teste'", addSent],
]);

const addNotice = (tx: TransactionSql) =>
  tx`insert into public.notifications (user_id, title, body) values (${ID_OF.user}, 'Teste', 'Olá')`;

describeAccess("notifications", addNotice, [
  ["select", ["user"], "select 1 from public.notifications where title = 'Teste'"],
  ["insert", NOBODY, addNotice],
  ["update as read", ["user"], "update public.notifications set read_at = now() where title = 'Teste'"],
  ["update the text", NOBODY, "update public.notifications set title = 'Outro' where title = 'Teste'"],
  ["delete", ["user"], "delete from public.notifications where title = 'Teste'"],
]);

/** Sends a campaign as an administrator and returns its recipients. */
const reached = (columns: string, values: string, arrange = "select 1") =>
  asOwner(async (tx) => {
    await tx.unsafe(arrange);
    const [row] = await tx.unsafe<{ id: string }[]>(
      `insert into public.notification_campaigns (title, body${columns}) values ('Teste', 'Olá'${values}) returning id`,
    );
    await callAs(tx, "admin", () => tx`select public.send_campaign(${row!.id})`);
    const rows = await tx<
      { user_id: string }[]
    >`select user_id from public.notifications where campaign_id = ${row!.id}`;
    return ACCOUNTS.filter((account) => rows.some(({ user_id: id }) => id === ID_OF[account]));
  });

describe("a campaign", () => {
  it("is sent to everybody, a role or a state", async () => {
    expect(await reached("", "")).toEqual(ACCOUNTS);
    expect(await reached(", audience, audience_role", ", 'role', 'editor'")).toEqual(["editor"]);
    expect(
      await reached(
        ", audience, audience_state",
        ", 'state', 'AC'",
        `update public.profiles set home_state = 'AC' where id = '${ID_OF.vendedor}'`,
      ),
    ).toEqual(["vendedor"]);
  });

  it("is not sent to accounts that opted out or are blocked", async () => {
    const arrange = `update public.profiles set notify_in_app = false where id = '${ID_OF.user}'; update public.profiles set blocked_at = now() where id = '${ID_OF.another_user}'`;
    expect(await reached("", "", arrange)).toEqual(
      ACCOUNTS.filter((account) => !["user", "another_user"].includes(account)),
    );
  });

  it.each(ACTORS.map((actor) => [actor, ADMINS_UP.some((admin) => admin === actor)] as const))(
    "can be sent by %s: %s",
    async (actor, can) => {
      const sent = await asOwner(async (tx) => {
        const [row] = await add(tx);
        await becomeRole(tx, actor);
        return tx`select public.send_campaign(${row!.id as string})`.then(
          () => true,
          () => false,
        );
      });
      expect(sent).toBe(can);
    },
  );

  it("is sent once", async () => {
    const answers = await asOwner(async (tx) => {
      const [row] = await add(tx);
      await becomeRole(tx, "admin");
      return [
        ...(await tx`select public.send_campaign(${row!.id as string}) ->> 'outcome' as result`),
        ...(await tx`select public.send_campaign(${row!.id as string}) ->> 'outcome' as result`),
      ];
    });
    expect(answers).toEqual([{ result: "saved" }, { result: "conflict" }]);
  });

  const addScheduled = (tx: TransactionSql) => tx`
    insert into public.notification_campaigns (title, body, status, scheduled_at)
    values ('Teste', 'Olá', 'scheduled', now() - interval '1 minute'), ('Amanhã', 'Olá', 'scheduled', now() + interval '1 day')`;

  it("is not sent by counting unread notices after its time", async () => {
    const answers = await asRole("user", addScheduled, async (tx) => {
      const [row] = await tx`select public.count_unread() as unread`;
      await tx`reset role`;
      return [row, (await tx`select from public.notification_campaigns where status = 'sent'`).count];
    });
    expect(answers).toEqual([{ unread: 0 }, 0]);
  });

  it("is sent by the worker's function after its time, and not a day before", async () => {
    const row = await asOwner(async (tx) => {
      await addScheduled(tx);
      await tx`select private.publish_due()`;
      await tx`select private.publish_due()`;
      await becomeRole(tx, "user");
      return (await tx`select public.count_unread() as unread`)[0];
    });
    expect(row).toEqual({ unread: 1 });
  });

  it.each([true, false])("with push: %s, enqueues its push job in the same transaction", async (push) => {
    const jobs = await asOwner(async (tx) => {
      const [row] = await tx<
        { id: string }[]
      >`insert into public.notification_campaigns (title, body, push) values ('Teste', 'Olá', ${push}) returning id`;
      await callAs(tx, "admin", () => tx`select public.send_campaign(${row!.id})`);
      return tx`select 1 from private.outbox where job = 'push-notices' and created_at = now()`;
    });
    expect(jobs).toHaveLength(push ? 1 : 0);
  });
});
