import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ADMINS_UP, EDITORS_UP, ID_OF } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";

const noticesOf = async (tx: TransactionSql, account: string) => {
  await tx`reset role`;
  return [
    ...(await tx<
      { title: string; body: string; link: string }[]
    >`select title, body, link from public.notifications where user_id = ${account} and created_at = now()`),
  ];
};
const mailsOf = async (tx: TransactionSql) => {
  const rows = await tx<
    { mail: { to: string; template: string; locale: string; data: Record<string, string> } }[]
  >`select data as mail from private.outbox where job = 'send-mail' and created_at = now() and data ->> 'template' = 'task_given'`;
  return rows.map(({ mail }) => mail);
};
const give = async (tx: TransactionSql, account: string | null) => {
  const [row] = await tx<
    { id: string }[]
  >`insert into public.admin_tasks (title, due_on, assigned_to) values ('Conferir placas', '2026-12-01', ${account}) returning id`;
  return row!.id;
};

describe("a task", () => {
  it.each(EDITORS_UP)(
    "assigned to an account with the role %s sends a notice and a mail in its language, and the account can read it",
    async (role) => {
      const giver = role === "superadministrador" ? "main_admin" : "superadministrador";
      const found = await asOwner(async (tx) => {
        await tx`update public.profiles set locale = 'es-419' where id = ${ID_OF[role]}`;
        await becomeRole(tx, giver);
        const id = await give(tx, ID_OF[role]);
        await becomeRole(tx, role);
        const read = await tx`select title from public.admin_tasks where id = ${id}`;
        return { read: [...read], notices: await noticesOf(tx, ID_OF[role]), mails: await mailsOf(tx) };
      });
      expect(found.read).toEqual([{ title: "Conferir placas" }]);
      expect(found.notices).toEqual([
        { title: "Nova tarefa para você", body: "Conferir placas", link: "/admin#tarefas" },
      ]);
      expect(found.mails).toMatchObject([
        {
          to: `${role}@actors.example.org`,
          locale: "es-419",
          data: { title: "Conferir placas", due: "2026-12-01", path: "/admin#tarefas" },
        },
      ]);
    },
  );

  it("sends a notice when it is assigned to another account later, and not for other changes", async () => {
    const notices = await asOwner(async (tx) => {
      await becomeRole(tx, "admin");
      const id = await give(tx, null);
      await tx`update public.admin_tasks set title = 'Outra' where id = ${id}`;
      await tx`update public.admin_tasks set assigned_to = ${ID_OF.editor} where id = ${id}`;
      await tx`update public.admin_tasks set priority = 'high', assigned_to = ${ID_OF.editor} where id = ${id}`;
      return noticesOf(tx, ID_OF.editor);
    });
    expect(notices.map(({ body }) => body)).toEqual(["Outra"]);
  });

  it("assigned to oneself sends no notice", async () => {
    const found = await asOwner(async (tx) => {
      await becomeRole(tx, "admin");
      await give(tx, ID_OF.admin);
      return [...(await noticesOf(tx, ID_OF.admin)), ...(await mailsOf(tx))];
    });
    expect(found).toEqual([]);
  });
});

describe("set_task_status()", () => {
  it.each(ACTORS)("%s changes the status of the editor's task only as its assignee or a manager", async (actor) => {
    const moved = await asOwner(async (tx) => {
      const id = await give(tx, ID_OF.editor);
      await becomeRole(tx, actor);
      return tx`select public.set_task_status(${id}, 'done') as moved`.then(
        ([row]) => row!.moved.outcome === "saved",
        () => false,
      );
    });
    expect(moved).toBe(actor === "editor" || ADMINS_UP.some((one) => one === actor));
  });

  it("does not change another editor's task", async () => {
    expect(
      await asRole(
        "editor",
        (tx) => give(tx, ID_OF.admin),
        (tx) => tx`select public.set_task_status((select id from public.admin_tasks limit 1), 'done') as moved`,
      ).then(([row]) => row!.moved.outcome === "saved"),
    ).toBe(false);
  });
});

it("an account with an assigned state is notified and can read it", async () => {
  const found = await asOwner(async (tx) => {
    await becomeRole(tx, "admin");
    await tx`insert into public.state_assignments (state_abbr, user_id) values ('SC', ${ID_OF.editor})`;
    await becomeRole(tx, "editor");
    const rows = await tx`select state_abbr from public.state_assignments`;
    return { rows: [...rows], notices: await noticesOf(tx, ID_OF.editor) };
  });
  expect(found.rows).toEqual([{ state_abbr: "SC" }]);
  expect(found.notices).toMatchObject([{ body: "Santa Catarina", link: "/admin#tarefas" }]);
});
