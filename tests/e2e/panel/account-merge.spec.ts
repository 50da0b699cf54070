import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { publishableKey } from "../support/accounts";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { variable } from "../support/variable";
import { answerQuestions } from "../support/questions";

const REFUSED = "Você não tem permissão para acessar esta funcionalidade.";
const block = (page: Page, title: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 3, name: title, exact: true }) })
    .last();
const mergeOf = (page: Page) => block(page, "Juntar a outra conta");
const factorsOf = (page: Page) => block(page, "Segundo fator");

async function addFactor(sql: Sql, { id }: OwnAccount, kind: string, status = "verified"): Promise<void> {
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (${randomUUID()}, ${id}, ${kind}, ${status}, now(), now())`;
}

const countFactors = async (sql: Sql, { id }: OwnAccount) =>
  (await sql`select from auth.mfa_factors where user_id = ${id}`).count;

/** Status of a direct call of a database function with a token. */
async function callAs({ session }: OwnAccount, name: string, body: object): Promise<number> {
  const headers = {
    apikey: publishableKey(),
    authorization: `Bearer ${session.accessToken}`,
    "content-type": "application/json",
  };
  return (
    await fetch(new URL(`/rest/v1/rpc/${name}`, variable("TEST_MAILBOX_URL")), {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    })
  ).status;
}

async function preview(page: Page, email: string): Promise<void> {
  await mergeOf(page).getByLabel("E-mail da conta que fica").fill(email);
  await mergeOf(page).getByRole("button", { name: "Ver o que passa" }).click();
}

async function fillMerge(page: Page, email: string, reason: string): Promise<void> {
  await mergeOf(page).getByLabel("Para confirmar, digite").fill(email);
  await mergeOf(page).getByLabel("Motivo da junção").fill(reason);
  await mergeOf(page).getByRole("button", { name: "Juntar contas" }).click();
}

test.describe("account merge", () => {
  // Long timeout: three accounts and several server calls each.
  let manager: OwnAccount;
  let gone: OwnAccount;
  let kept: OwnAccount;
  let panel: Page;
  test.beforeEach(async ({ sql, browser, baseURL }) => {
    [manager, gone, kept] = [
      await createAccount(sql, "main_admin"),
      await createAccount(sql, "user"),
      await createAccount(sql, "user"),
    ];
    panel = await pageOf(browser, manager, baseURL!);
    await panel.goto(`/admin/users?conta=${gone.id}`);
  });
  test.afterEach(async ({ sql }) => {
    await panel.context().close();
    for (const account of [gone, kept, manager]) await deleteAccount(sql, account);
  });

  test("is previewed, then executed, and the merged account is deleted", async ({ sql }) => {
    await sql`insert into public.saved_views (user_id, resource, name, query) values (${gone.id}, 'blog', 'Repetida', 'q=vai'), (${gone.id}, 'blog', 'Opalas', 'q=opala'), (${kept.id}, 'blog', 'Repetida', 'q=fica')`;
    await sql`insert into public.notifications (user_id, title, body) values (${gone.id}, 'Ensaio', 'Ensaio')`;
    await preview(panel, kept.email.toUpperCase());
    const report = mergeOf(panel).getByRole("table", { name: "O que passa para a outra conta" });
    await expect(report.getByRole("row", { name: /Vistas salvas/ })).toContainText(/1\s*1/);
    await expect(report.getByRole("row", { name: /Avisos recebidos/ })).toContainText("1");
    await expect(mergeOf(panel).getByRole("status")).toContainText(`Fica: ${kept.name} · Usuário`);
    expect((await sql`select from public.saved_views where user_id = ${gone.id}`).count).toBe(2);

    await answerQuestions(panel, "confirm", "next");
    await fillMerge(panel, kept.email, "duas contas");
    await expect(mergeOf(panel)).toContainText("O e-mail digitado não é o desta conta.");
    expect((await sql`select from public.saved_views where user_id = ${gone.id}`).count).toBe(2);

    await answerQuestions(panel, "confirm", "next");
    await fillMerge(panel, gone.email, "duas contas");
    await expect(toast(panel, "Feito").first()).toBeVisible();
    await expect(panel).toHaveURL(new RegExp(`conta=${kept.id}`));
    await expect(panel.getByRole("heading", { level: 2, name: kept.name })).toBeVisible();
    await expect(panel.getByText("Contas juntadas").first()).toBeVisible();
    expect((await sql`select from auth.users where id = ${gone.id}`).count).toBe(0);
    const views = await sql`select name, query from public.saved_views where user_id = ${kept.id} order by name`;
    expect([...views]).toEqual([
      { name: "Opalas", query: "q=opala" },
      { name: "Repetida", query: "q=fica" },
    ]);
    const lines =
      await sql`select actor_id, reason from public.audit_log where action = 'merge' and entity_id in (${gone.id}, ${kept.id})`;
    expect([...lines]).toEqual(Array.from({ length: 2 }, () => ({ actor_id: manager.id, reason: "duas contas" })));
  });

  test("shows the reason when a merge is not possible", async ({ sql }) => {
    const says = async (email: string, text: string) => {
      await preview(panel, email);
      await expect(mergeOf(panel).getByRole("status")).toContainText(text);
      await expect(mergeOf(panel).getByRole("button", { name: "Juntar contas" })).toHaveCount(0);
    };
    await says(`ninguem-${randomUUID()}@example.org`, "Nenhuma conta usa este e-mail.");
    await says(gone.email, "É a mesma conta.");
    await sql`update public.profiles set blocked_at = now() where id = ${kept.id}`;
    await says(kept.email, "A conta que fica está bloqueada");
    await preview(panel, manager.email);
    await expect(toast(panel, REFUSED).first()).toBeVisible();
  });

  test("whose deletion fails leaves the account blocked with a message, and the delete button completes it", async ({
    sql,
  }) => {
    await sql`insert into public.saved_views (user_id, resource, name, query) values (${gone.id}, 'blog', 'Opalas', 'q=opala')`;
    const trap = `trap_${gone.id.replaceAll("-", "")}`;
    await sql.unsafe(`
      create function public.${trap}() returns trigger language plpgsql as $$ begin raise exception 'kept by the test'; end $$;
      create trigger ${trap} before delete on public.profiles for each row when (old.id = '${gone.id}') execute function public.${trap}();`);
    try {
      await preview(panel, kept.email);
      await answerQuestions(panel);
      await fillMerge(panel, gone.email, "duas contas");
      await expect(toast(panel, "Tudo já passou para a outra conta").first()).toBeVisible();
      await expect(panel.getByRole("button", { name: "Desbloquear conta" })).toBeVisible();
      expect((await sql`select from public.saved_views where user_id = ${kept.id}`).count).toBe(1);
    } finally {
      await sql.unsafe(`drop trigger ${trap} on public.profiles; drop function public.${trap}();`);
    }
    await panel.getByLabel("Para excluir, digite").fill(gone.email);
    await panel.getByRole("button", { name: "Excluir conta" }).click();
    await expect.poll(async () => (await sql`select from auth.users where id = ${gone.id}`).count).toBe(0);
  });

  test("an account loses its second factors and sessions, with a reason", async ({ sql }) => {
    await expect(factorsOf(panel)).toContainText("Esta conta não tem segundo fator.");
    await addFactor(sql, gone, "totp");
    await addFactor(sql, gone, "phone", "unverified");
    await panel.reload();
    await expect(factorsOf(panel).getByRole("listitem").filter({ hasText: "Aplicativo de códigos" })).toContainText(
      "Em uso",
    );
    await expect(factorsOf(panel).getByRole("listitem").filter({ hasText: "Código por telefone" })).toContainText(
      "Não concluído",
    );
    await factorsOf(panel).getByLabel("Motivo da remoção").fill("perdeu o celular");
    const button = factorsOf(panel).getByRole("button", { name: "Remover segundo fator" });
    await answerQuestions(panel, "cancel", "next");
    await button.click();
    expect(await countFactors(sql, gone)).toBe(2);
    await answerQuestions(panel, "confirm", "next");
    await button.click();
    await expect(toast(panel, "Feito").first()).toBeVisible();
    await expect(factorsOf(panel)).toContainText("Esta conta não tem segundo fator.");
    await expect(panel.getByText("Segundo fator removido")).toBeVisible();
    expect(await countFactors(sql, gone)).toBe(0);
    expect((await sql`select from auth.sessions where user_id = ${gone.id}`).count).toBe(0);
    const lines =
      await sql`select actor_id, before, after, reason from public.audit_log where action = 'mfa_reset' and entity_id = ${gone.id}`;
    expect([...lines]).toEqual([{ actor_id: manager.id, before: null, after: null, reason: "perdeu o celular" }]);
  });
});

test("an admin can use neither the page nor the database function", async ({ sql, browser, baseURL }) => {
  const [admin, gone, kept] = [
    await createAccount(sql, "admin"),
    await createAccount(sql, "user"),
    await createAccount(sql, "user"),
  ];
  const page = await pageOf(browser, admin, baseURL!);
  try {
    await page.goto(`/admin/users?conta=${gone.id}`);
    await expect(page).toHaveURL("/admin");
    await expect(toast(page, REFUSED).first()).toBeVisible();
    const merge = { source: gone.id, target_email: kept.email, typed_email: gone.email, reason: "ensaio" };
    expect(await callAs(admin, "merge_accounts", { ...merge, dry_run: true })).toBe(403);
    expect(await callAs(admin, "merge_accounts", { ...merge, dry_run: false })).toBe(403);
    expect(await callAs(admin, "reset_mfa", { account: gone.id, reason: "ensaio" })).toBe(403);
    expect(
      (await sql`select from public.audit_log where entity_id = ${gone.id} and action in ('merge', 'mfa_reset')`).count,
    ).toBe(0);
  } finally {
    await page.context().close();
    for (const account of [admin, gone, kept]) await deleteAccount(sql, account);
  }
});

test("a manager can open an account of the same rank but sees no actions", async ({ sql, browser, baseURL }) => {
  const [manager, equal] = [await createAccount(sql, "main_admin"), await createAccount(sql, "main_admin")];
  const page = await pageOf(browser, manager, baseURL!);
  try {
    await page.goto(`/admin/users?conta=${equal.id}`);
    await expect(page.getByText("Esta conta está no seu nível ou acima")).toBeVisible();
    for (const name of ["Juntar a outra conta", "Segundo fator"])
      await expect(page.getByRole("heading", { name })).toHaveCount(0);
  } finally {
    await page.context().close();
    for (const account of [manager, equal]) await deleteAccount(sql, account);
  }
});
