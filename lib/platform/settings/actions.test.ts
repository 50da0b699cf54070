import { beforeEach, expect, it, vi } from "vitest";
import type { Account } from "../auth/account";
import type { Role } from "../auth/permissions";
import { revalidatePages } from "../revalidate";
import { answerRoadSourcesAction, savePortalSettingsAction } from "./actions";
import { answerRoadSources, saveSettings } from "./mutations";
import { fieldsOfPage, formValue } from "./schema";

const currentAccount = vi.hoisted(() => vi.fn<() => Promise<Account | null>>());
vi.mock("../auth/account", () => ({ currentAccount }));
// Without a request there is no session; the logo is rejected before the client is used.
vi.mock("../supabase/session", () => ({ createSessionClient: async () => ({}) }));
vi.mock("../revalidate", () => ({ revalidatePages: vi.fn<() => void>() }));
vi.mock("./mutations", () => ({
  saveSettings: vi.fn<() => Promise<number>>(),
  answerRoadSources: vi.fn<() => Promise<void>>(),
}));

const initial = Object.fromEntries(fieldsOfPage("portal").map((field) => [field.key, formValue(field, {})]));
const radioOff = { ...initial, feature_radio: "false", initial: JSON.stringify(initial) };

const send = (role: Role | null, permissions: string[] = []) => {
  currentAccount.mockResolvedValue(
    role && {
      id: "1",
      email: "a@b.com",
      username: "a",
      role,
      permissions,
      rolePermissions: null,
      emailVerified: true,
      locale: null,
    },
  );
  return savePortalSettingsAction(radioOff);
};

const MAIN_ADMIN = {
  id: "1",
  email: "a@b.com",
  username: "a",
  role: "main_admin",
  permissions: [],
  rolePermissions: null,
  emailVerified: true,
  locale: null,
} as unknown as Account;

beforeEach(() => void vi.mocked(saveSettings).mockReset().mockResolvedValue(1));

it.each([
  [null, "auth.required"],
  ["user", "access.permission"],
  ["vendedor", "access.permission"],
  ["editor", "access.permission"],
  ["admin", "access.permission"],
] as const)("%s cannot disable a feature", async (role, serverError) => {
  expect(await send(role)).toEqual({ serverError });
  expect(saveSettings).not.toHaveBeenCalled();
  expect(revalidatePages).not.toHaveBeenCalled();
});

it.each([
  ["main_admin", []],
  ["superadministrador", []],
  ["editor", ["portal_settings"]],
] as const)("%s with %j can, and every page is revalidated", async (role, permissions) => {
  expect(await send(role, [...permissions])).toEqual({ data: { changed: 1 } });
  const { initial: _, ...values } = radioOff;
  expect(saveSettings).toHaveBeenCalledExactlyOnceWith("portal", values, initial);
  expect(revalidatePages).toHaveBeenCalledWith(["settings"]);
});

it.each(["road_source_sie_sc", "road_source_der_sp"])("%s also expires the data of routes", async (key) => {
  currentAccount.mockResolvedValue(MAIN_ADMIN);
  await savePortalSettingsAction({ ...initial, [key]: "true", initial: JSON.stringify(initial) });
  expect(revalidatePages).toHaveBeenCalledWith(["settings", "regions", "offline-packs"]);
});

it("rejects a logo URL in an internal network and saves nothing", async () => {
  currentAccount.mockResolvedValue(MAIN_ADMIN);
  const result = await savePortalSettingsAction({ ...radioOff, portal_logo_url: "https://169.254.169.254/logo.png" });
  expect(result.serverError).toBe("picture.external");
  expect(saveSettings).not.toHaveBeenCalled();
});

it.each([true, false])("the answer %s for the state roads is stored and expires the data of routes", async (use) => {
  currentAccount.mockResolvedValue(MAIN_ADMIN);
  await answerRoadSourcesAction({ use });
  expect(answerRoadSources).toHaveBeenLastCalledWith(use);
  expect(revalidatePages).toHaveBeenLastCalledWith(["settings", "regions", "offline-packs"]);
});

it("refuses an answer of an account without the permission", async () => {
  currentAccount.mockResolvedValue({ ...MAIN_ADMIN, role: "editor" });
  vi.mocked(answerRoadSources).mockReset();
  expect(await answerRoadSourcesAction({ use: true })).toEqual({ serverError: "access.permission" });
  expect(answerRoadSources).not.toHaveBeenCalled();
});
