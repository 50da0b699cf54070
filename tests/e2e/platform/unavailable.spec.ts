import type { Sql } from "postgres";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { toast } from "../support/page";
import { cookieHeader } from "../support/accounts";
import { expect, test } from "../support/test";

/** Makes the database fail whenever a session of the account is read; returns a function that ends this. */
async function breakProfile(sql: Sql, { id }: OwnAccount): Promise<() => Promise<unknown>> {
  const name = `fails_for_${id.replaceAll("-", "_")}`;
  await sql.unsafe(`
    create function private.${name}() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if exists (select from auth.sessions where id = new.session_id and user_id = '${id}') then
        raise exception 'the disk is full';
      end if;
      return new;
    end $$;
    create trigger ${name} before insert on private.session_activity for each row execute function private.${name}();`);
  return () => sql.unsafe(`drop function if exists private.${name}() cascade`);
}

const TITLES = { "": "Serviço fora do ar", "/english": "Service unavailable", "/espanol": "Servicio no disponible" };

test.use({ expectedErrors: /status of 503/ });

test("while an account cannot be loaded, guarded pages and endpoints answer 503", async ({
  playwright,
  baseURL,
  sql,
}) => {
  const account = await createAccount(sql, "admin");
  const visitor = await playwright.request.newContext({
    baseURL,
    maxRedirects: 0,
    extraHTTPHeaders: { cookie: cookieHeader(account.session.cookies) },
  });
  expect((await visitor.get("/admin")).status()).toBe(200);
  const repair = await breakProfile(sql, account);
  try {
    for (const path of [
      "/painel",
      "/admin",
      "/admin/blog",
      "/admin/users",
      "/vendedor/dashboard",
      "/planejador-rota",
    ]) {
      for (const [prefix, title] of Object.entries(TITLES)) {
        const answer = await visitor.get(prefix + path);
        expect(answer.status(), prefix + path).toBe(503);
        expect(answer.headers(), prefix + path).toMatchObject({
          "cache-control": "private, no-store",
          "retry-after": "30",
        });
        expect(answer.headers()["set-cookie"], prefix + path).toBeUndefined();
        expect(await answer.text(), prefix + path).toMatch(new RegExp(`<h1[^>]*>${title}`));
      }
    }
    for (const path of ["/api/exports/page-views", "/api/exports/payments", "/api/payment-receipts/x"]) {
      const answer = await visitor.get(path);
      expect(answer.status(), path).toBe(503);
      expect(await answer.json(), path).toMatchObject({ code: "service.unavailable" });
    }
    expect((await visitor.get("/admin/exportar/blog")).status()).toBe(503);
    for (const path of ["/api/media", "/api/revalidate"])
      expect((await visitor.post(path, { data: "{}" })).status(), path).toBe(503);
    expect((await visitor.get("/sc/home")).status()).toBe(200);
  } finally {
    await repair();
    await visitor.dispose();
  }
  await deleteAccount(sql, account);
});

test("an action of an account that cannot be loaded shows an error, and the page keeps the input", async ({
  page,
  context,
  baseURL,
  sql,
}) => {
  const account = await createAccount(sql, "user");
  await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: baseURL! })));
  await page.goto("/painel");
  const name = page.getByLabel("Nome completo");
  await expect(name).toBeVisible();
  const repair = await breakProfile(sql, account);
  try {
    await name.fill("Ana Maria");
    await page.getByRole("button", { name: "Salvar perfil" }).click();
    await expect(toast(page, "Serviço fora do ar")).toBeVisible();
    await expect(name).toHaveValue("Ana Maria");
    await page.goto("/painel");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Serviço fora do ar");
  } finally {
    await repair();
  }
  await page.getByRole("button", { name: "Recarregar a Página" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Serviço fora do ar");
  await expect(page).toHaveURL(/\/painel/);
  await deleteAccount(sql, account);
});
