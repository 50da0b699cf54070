import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { expect, test } from "../support/test";

test("the dashboard asks a superadministrador without a second factor to set one up, and no other role", async ({
  browser,
  baseURL,
  sql,
}) => {
  const [highest, admin] = [await createAccount(sql, "superadministrador"), await createAccount(sql, "admin")];
  try {
    const page = await pageOf(browser, highest, baseURL!);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Proteja a sua conta" })).toBeVisible();
    await page.getByRole("link", { name: "Configurar agora" }).click();
    await expect(page).toHaveURL(/\/painel#verificacao$/);
    await expect(page.getByText("Esta conta pode mudar tudo no portal.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Configurar aplicativo" })).toBeVisible();
    await page.context().close();
    const other = await pageOf(browser, admin, baseURL!);
    await other.goto("/admin");
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(other.getByRole("heading", { name: "Proteja a sua conta" })).toHaveCount(0);
    await other.context().close();
  } finally {
    await deleteAccount(sql, highest);
    await deleteAccount(sql, admin);
  }
});
