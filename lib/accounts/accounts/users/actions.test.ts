import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteAccount, removeFactors } from "../service";
import type { Account } from "@/lib/platform/auth/account";
import type { Role } from "@/lib/platform/auth/permissions";
import { AppError } from "@/lib/platform/error";
import { mergeAction, previewMergeAction, resetMfaAction } from "./actions";
import { mergeAccounts, prepareFactorReset } from "./mutations";
import { findUser, listSecondFactors } from "./queries";
import type { MergeResult } from "./schema";

const currentAccount = vi.hoisted(() => vi.fn<() => Promise<Account | null>>());
vi.mock("@/lib/platform/auth/account", () => ({ currentAccount }));
const hasRecentProof = vi.hoisted(() => vi.fn<() => Promise<{ data: boolean; error: null }>>());
vi.mock("@/lib/platform/supabase/session", () => ({
  createSessionClient: () => Promise.resolve({ rpc: hasRecentProof }),
}));
vi.mock("../service", () => ({
  deleteAccount: vi.fn<() => Promise<void>>(),
  removeFactors: vi.fn<() => Promise<void>>(),
  mailSignInLink: vi.fn<() => void>(),
}));
vi.mock("./queries", () => ({ findUser: vi.fn<() => void>(), listSecondFactors: vi.fn<() => void>() }));
vi.mock("./mutations", () => ({
  mergeAccounts: vi.fn<() => void>(),
  prepareFactorReset: vi.fn<() => Promise<void>>(),
}));

const account = "00000000-0000-4000-8000-000000000001";
const target = { id: "00000000-0000-4000-8000-000000000002", username: "fica", role: "user" as const };
const merge = { account, targetEmail: "fica@example.org", email: "vai@example.org", reason: "duas contas" };
const mergeResult = (isTrial: boolean, obstacles: MergeResult["obstacles"] = []): MergeResult => ({
  ...(obstacles.length > 0
    ? { outcome: "refused" as const, field: null, reason: "obstacles" as const }
    : { outcome: "saved" as const }),
  is_trial: isTrial,
  obstacles,
  target,
  report: [{ table: "reports", moved: 2, dropped: 0, stays: 0 }],
});
const lines = [{ kind: "requests", moved: 2, dropped: 0, stays: 0 }];

function signIn(role: Role | null): void {
  currentAccount.mockResolvedValue(
    role && {
      id: "1",
      email: "a@b.com",
      username: "a",
      role,
      permissions: [],
      rolePermissions: null,
      emailVerified: true,
      locale: null,
    },
  );
}

beforeEach(() => {
  vi.resetAllMocks();
  signIn("main_admin");
  hasRecentProof.mockResolvedValue({ data: true, error: null });
  vi.mocked(findUser).mockResolvedValue({ id: account, is_manageable: true } as never);
  vi.mocked(listSecondFactors).mockResolvedValue([]);
});

it.each([
  [null, "auth.required"],
  ["user", "access.permission"],
  ["vendedor", "access.permission"],
  ["editor", "access.permission"],
  ["admin", "access.permission"],
] as const)("%s can neither merge nor reset", async (role, serverError) => {
  signIn(role);
  for (const answer of [
    await mergeAction(merge),
    await previewMergeAction(merge),
    await resetMfaAction({ account, reason: "x" }),
  ])
    expect(answer).toEqual({ serverError });
  for (const work of [mergeAccounts, deleteAccount, prepareFactorReset, removeFactors])
    expect(work).not.toHaveBeenCalled();
});

describe("a merge", () => {
  it("changes nothing in a preview", async () => {
    vi.mocked(mergeAccounts).mockResolvedValue(mergeResult(true));
    expect(await previewMergeAction(merge)).toEqual({
      data: { outcome: "saved", isTrial: true, obstacles: [], target, lines },
    });
    expect(mergeAccounts).toHaveBeenCalledExactlyOnceWith({ account, targetEmail: merge.targetEmail });
    expect(deleteAccount).not.toHaveBeenCalled();
  });

  it("deletes the emptied account, never the other", async () => {
    vi.mocked(mergeAccounts).mockResolvedValue(mergeResult(false));
    expect(await mergeAction(merge)).toEqual({
      data: { outcome: "saved", isTrial: false, obstacles: [], target, lines, isDeleted: true },
    });
    expect(mergeAccounts).toHaveBeenCalledExactlyOnceWith({
      account,
      targetEmail: merge.targetEmail,
      sure: { email: merge.email, reason: merge.reason },
    });
    expect(deleteAccount).toHaveBeenCalledExactlyOnceWith(account);
  });

  it("deletes nothing when it is refused", async () => {
    vi.mocked(mergeAccounts).mockResolvedValue(mergeResult(false, ["two_sellers"]));
    expect(await mergeAction(merge)).toMatchObject({
      data: { outcome: "refused", obstacles: ["two_sellers"], isDeleted: false },
    });
    expect(deleteAccount).not.toHaveBeenCalled();
  });

  it("reports that the auth server did not delete the empty account", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.mocked(mergeAccounts).mockResolvedValue(mergeResult(false));
    vi.mocked(deleteAccount).mockRejectedValue(new AppError("service.unavailable"));
    expect(await mergeAction(merge)).toMatchObject({ data: { outcome: "saved", isDeleted: false } });
  });
});

describe("a reset of second factors", () => {
  it("needs a recent identity check", async () => {
    hasRecentProof.mockResolvedValue({ data: false, error: null });
    expect(await resetMfaAction({ account, reason: "x" })).toEqual({ serverError: "auth.proofRequired" });
    expect(removeFactors).not.toHaveBeenCalled();
  });

  it("is allowed by the database before the auth server removes anything", async () => {
    expect(await resetMfaAction({ account, reason: " perdeu o celular " })).toEqual({ data: { removed: true } });
    expect(prepareFactorReset).toHaveBeenCalledExactlyOnceWith(account, "perdeu o celular");
    expect(vi.mocked(prepareFactorReset).mock.invocationCallOrder[0]).toBeLessThan(
      vi.mocked(removeFactors).mock.invocationCallOrder[0]!,
    );
    vi.mocked(removeFactors).mockClear();
    vi.mocked(prepareFactorReset).mockRejectedValue(new AppError("access.permission"));
    expect(await resetMfaAction({ account, reason: "x" })).toEqual({ serverError: "access.permission" });
    expect(removeFactors).not.toHaveBeenCalled();
  });

  it.each([
    ["an anonymous visitor", null, [], "access.permission"],
    ["an account of the own rank", { is_manageable: false }, [], "access.permission"],
    ["a server that does not list factors", { is_manageable: true }, null, "mfa.unknown"],
  ])("of %s writes no audit entry", async (_, user, factors, serverError) => {
    vi.mocked(findUser).mockResolvedValue(user as never);
    vi.mocked(listSecondFactors).mockResolvedValue(factors);
    expect(await resetMfaAction({ account, reason: "x" })).toEqual({ serverError });
    expect(prepareFactorReset).not.toHaveBeenCalled();
  });
});
