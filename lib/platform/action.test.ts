import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Account } from "./auth/account";
import type { Role } from "./auth/permissions";
import { permissionAction, publicAction, userAction } from "./action";
import { AppError } from "./error";

const currentAccount = vi.hoisted(() => vi.fn<() => Promise<Account | null>>());
vi.mock("./auth/account", () => ({ currentAccount }));

const account = (role: Role, permissions: string[] = []): Account => ({
  id: "1",
  email: "a@b.com",
  username: "a",
  role,
  permissions,
  rolePermissions: null,
  emailVerified: true,
  locale: null,
});
const write = vi.fn<() => Promise<string>>();

beforeEach(() => {
  write.mockReset().mockResolvedValue("done");
  currentAccount.mockReset().mockResolvedValue(null);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("publicAction", () => {
  it("returns a known code", async () => {
    write.mockRejectedValue(new AppError("login.failed", { detail: "user 7 has no password" }));
    expect(await publicAction.action(write)()).toEqual({ serverError: "login.failed" });
  });

  it("returns only a generic code for any other failure, and logs the details", async () => {
    write.mockRejectedValue(new Error("duplicate key of maria@exemplo.com"));
    expect(await publicAction.action(write)()).toEqual({ serverError: "unexpected" });
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("duplicate key"));
  });
});

describe("userAction", () => {
  it("rejects anonymous users before the action runs", async () => {
    expect(await userAction.action(write)()).toEqual({ serverError: "auth.required" });
    expect(write).not.toHaveBeenCalled();
  });

  it("returns service.unavailable when the account cannot be loaded", async () => {
    currentAccount.mockRejectedValue(new AppError("service.unavailable"));
    expect(await userAction.action(write)()).toEqual({ serverError: "service.unavailable" });
    expect(await permissionAction.metadata({ permission: "blog" }).action(write)()).toEqual({
      serverError: "service.unavailable",
    });
    expect(write).not.toHaveBeenCalled();
  });

  it("passes the account to the action", async () => {
    currentAccount.mockResolvedValue(account("user"));
    expect(await userAction.action(async ({ ctx }) => ctx.account.role)()).toEqual({ data: "user" });
  });
});

describe("permissionAction", () => {
  const action = permissionAction.metadata({ permission: "blog" }).action(write);

  it.each([
    ["an anonymous visitor", null, "auth.required"],
    ["a traveller", account("user"), "access.permission"],
    ["a seller", account("vendedor"), "access.permission"],
  ])("rejects %s", async (_name, visitor, code) => {
    currentAccount.mockResolvedValue(visitor);
    expect(await action()).toEqual({ serverError: code });
    expect(write).not.toHaveBeenCalled();
  });

  it.each([
    ["an editor", account("editor")],
    ["a seller with the permission", account("vendedor", ["blog"])],
    ["a superadministrador", account("superadministrador")],
  ])("accepts %s", async (_name, visitor) => {
    currentAccount.mockResolvedValue(visitor);
    expect(await action()).toEqual({ data: "done" });
  });
});
