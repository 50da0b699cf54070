import { readFileSync } from "node:fs";
import { ask, createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";

/** The form in the panel that contains this button. */
const formOf = (page: Page, button: string) =>
  page.locator("form").filter({ has: page.getByRole("button", { name: button, exact: true }) });

async function done(page: Page): Promise<void> {
  await expect(page.locator("[data-slot=toast]").first()).toContainText("Feito");
}

test.describe("an account managed by another account", () => {
  let own: OwnAccount;
  let manager: OwnAccount;
  test.beforeEach(async ({ sql }) => {
    [manager, own] = [await createAccount(sql, "main_admin"), await createAccount(sql, "editor")];
  });
  test.afterEach(async ({ sql }) => {
    for (const account of [own, manager]) await deleteAccount(sql, account);
  });

  test("is blocked, and its open tab is signed out within a minute", async ({ browser, baseURL, sql }) => {
    const [tab, panel] = [await pageOf(browser, own, baseURL!), await pageOf(browser, manager, baseURL!)];
    await tab.clock.install();
    await tab.goto("/admin");
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await tab.waitForLoadState("networkidle");
    await answerQuestions(panel);
    await panel.goto(`/admin/users?conta=${own.id}`);
    await formOf(panel, "Bloquear conta").getByLabel("Motivo").fill("ensaio do bloqueio");
    await panel.getByRole("button", { name: "Bloquear conta" }).click();
    await done(panel);
    await expect(panel.getByRole("button", { name: "Desbloquear conta" })).toBeVisible();
    await tab.clock.fastForward(60_000);
    await expect(tab).toHaveURL(/\/admin\/login/);
    expect((await sql`select count(*)::int as n from auth.sessions where user_id = ${own.id}`)[0]).toEqual({ n: 0 });
    const [line] =
      await sql`select actor_id, reason from public.audit_log where entity = 'profiles' and entity_id = ${own.id} order by id desc limit 1`;
    expect(line).toEqual({ actor_id: manager.id, reason: "ensaio do bloqueio" });
    for (const page of [tab, panel]) await page.context().close();
  });

  test("can get roles below the manager's own, and a forged higher role is refused", async ({
    browser,
    baseURL,
    sql,
  }) => {
    const panel = await pageOf(browser, manager, baseURL!);
    await panel.goto(`/admin/users?conta=${own.id}`);
    const form = formOf(panel, "Salvar papel e permissões");
    const role = form.getByLabel("Papel");
    expect(
      await role
        .locator("option")
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
    ).toEqual(["user", "vendedor", "editor", "admin"]);
    for (const forged of ["main_admin", "superadministrador"]) {
      await role.locator("option[value=admin], option[data-forged]").evaluate((option: HTMLOptionElement, value) => {
        option.dataset.forged = "yes";
        option.value = value;
        option.selected = true;
      }, forged);
      await form.getByRole("button").click();
      await expect(toast(panel, "Você não tem permissão para acessar esta funcionalidade.").first()).toBeVisible();
      expect((await sql`select role from public.profiles where id = ${own.id}`)[0]).toEqual({ role: "editor" });
    }
    await panel.reload();
    await role.selectOption("vendedor");
    await form.getByRole("button").click();
    await done(panel);
    expect((await sql`select role from public.profiles where id = ${own.id}`)[0]).toEqual({ role: "vendedor" });
    await panel.context().close();
  });

  test("can be exported to a file by a manager only", async ({ browser, baseURL, sql }) => {
    await sql`insert into public.saved_views (user_id, resource, name, query) values (${own.id}, 'blog', 'Vista do ensaio', 'q=opala')`;
    const panel = await pageOf(browser, manager, baseURL!);
    await panel.goto(`/admin/users?conta=${own.id}`);
    const [download] = await Promise.all([
      panel.waitForEvent("download"),
      panel.getByRole("link", { name: "Exportar dados (LGPD)" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`conta-${own.id}.json`);
    const text = readFileSync(await download.path(), "utf8");
    const data = JSON.parse(text) as { account: { email: string }; rows: Record<string, Record<string, unknown>[]> };
    expect(data.account.email).toBe(own.email);
    expect(data.rows["profiles.id"]).toEqual([expect.objectContaining({ id: own.id, username: own.name })]);
    expect(data.rows["saved_views.user_id"]).toEqual([expect.objectContaining({ name: "Vista do ensaio" })]);
    expect(text).not.toMatch(/encrypted_password|\$2[aby]\$/);
    const address = `${baseURL}/api/account-export?account=`;
    expect((await ask(address + own.id, null)).status).toBe(401);
    expect((await ask(address + manager.id, own.session)).status).toBe(403);
    await sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '30 minutes'
      where session_id in (select id from auth.sessions where user_id = ${manager.id})`;
    const late = await ask(address + own.id, manager.session);
    expect([late.status, await late.json()]).toEqual([403, { code: "auth.proofRequired" }]);
    expect((await ask(`${baseURL}/api/account-export`, manager.session)).status).toBe(200);
    await panel.getByRole("link", { name: "Exportar dados (LGPD)" }).click();
    await expect(panel.getByRole("dialog").getByLabel("Senha")).toBeVisible();
    await panel.context().close();
  });
});

test("a permission added to a role shows its link, and the link disappears when it is removed", async ({
  browser,
  baseURL,
  sql,
}) => {
  const [highest, member] = [await createAccount(sql, "superadministrador"), await createAccount(sql, "admin")];
  const [panel, tab] = [await pageOf(browser, highest, baseURL!), await pageOf(browser, member, baseURL!)];
  const link = tab
    .getByRole("navigation", { name: "Menu do painel" })
    .getByRole("link", { name: "Configurações do Portal" });
  const form = panel.locator("form").filter({ has: panel.locator('input[name=role][value="admin"]') });
  const box = form.locator('input[value="portal_settings"]');
  const set = async (isHeld: boolean) => {
    await panel.goto("/admin/permissions");
    await expect(form.locator("button[type=submit]")).toBeEnabled();
    await panel.locator("details").filter({ has: box }).locator("summary").click();
    await box.setChecked(isHeld);
    await form.getByRole("button", { name: "Salvar" }).click();
    await done(panel);
  };
  try {
    await tab.goto("/admin");
    await expect(link).toHaveCount(0);
    await set(true);
    await tab.goto("/admin");
    await expect(link).toHaveCount(1);
    await tab.goto("/admin/portal-settings");
    await expect(tab.getByRole("heading", { level: 1, name: "Configurações do Portal" })).toBeVisible();
    await set(false);
    await tab.goto("/admin/portal-settings");
    await expect(tab).toHaveURL("/admin");
    await expect(link).toHaveCount(0);
    expect(
      (
        await sql`select count(*)::int as n from public.role_permissions where role = 'admin' and permission_key = 'portal_settings'`
      )[0],
    ).toEqual({ n: 0 });
  } finally {
    await sql`delete from public.role_permissions where role = 'admin' and permission_key = 'portal_settings'`;
    for (const page of [panel, tab]) await page.context().close();
    for (const account of [highest, member]) await deleteAccount(sql, account);
  }
});

test("admins cannot open the matrix; main admins pass the check but see no link to it", async ({ visitorAs }) => {
  const refused = await (await visitorAs("admin")).get("/admin/permissions");
  expect([refused.status(), refused.headers()["location"]]).toEqual([307, "/admin"]);
  expect(refused.headers()["set-cookie"]).toContain("flash=access.permission");
  const panel = await (await (await visitorAs("main_admin")).get("/admin")).text();
  expect(panel).toContain('href="/admin/api-keys"');
  expect(panel).not.toContain('href="/admin/permissions"');
});
