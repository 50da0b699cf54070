import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { AdminShell } from "@/components/panel/admin/admin-shell";
import { SystemPage } from "@/components/ui/system-page";
import { UserList } from "@/components/panel/users/user-list";
import { UserPanel } from "@/components/panel/users/user-panel";
import {
  changeBlockAction,
  changeRoleAction,
  deleteUserAction,
  resendConfirmationAction,
  resetMfaAction,
} from "@/lib/accounts/accounts/users/actions";
import {
  findUser,
  getPermissionMatrix,
  listAccessHistory,
  listSecondFactors,
  listUsers,
} from "@/lib/accounts/accounts/users/queries";
import { readUserQuery, userAddress } from "@/lib/accounts/accounts/users/rules";
import { requireAccount } from "@/lib/platform/auth/guard";
import { hasPermission, type Permission } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const chosenOf = ({ conta }: Awaited<Props["searchParams"]>) =>
  typeof conta === "string" && UUID.test(conta) ? conta : null;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const t = await getTranslations("panel/system.users");
  const chosen = chosenOf(await searchParams);
  // An account without the permission is sent away by the page.
  const user = chosen && (await findUser(chosen).catch(() => null));
  return { title: `${user ? `${user.username} · ` : ""}${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** The list of accounts; `?conta=` shows one account above it. */
export default async function UsersPage({ searchParams }: Props) {
  const account = await requireAccount("/admin/users");
  const [t, locale, params] = [await getTranslations("panel/system.users"), await getLocale(), await searchParams];
  const query = readUserQuery(params);
  const chosen = chosenOf(params);
  const [{ users, total }, user] = await Promise.all([listUsers(query), chosen ? findUser(chosen) : null]);
  const back = localePath(locale, userAddress(query));
  const actions = {
    changeRole: changeRoleAction,
    changeBlock: changeBlockAction,
    resend: resendConfirmationAction,
    remove: deleteUserAction,
    resetMfa: resetMfaAction,
  };
  return (
    <AdminShell account={account}>
      <SystemPage title={t("title")} lead={t("total", { count: total })}>
        {chosen && !user && <p className="text-danger">{t("missing")}</p>}
        {user && (
          <UserPanel
            user={user}
            own={account.role}
            definitions={(await getPermissionMatrix()).definitions.filter(({ key }) =>
              hasPermission(account, key as Permission),
            )}
            history={await listAccessHistory("profiles", user.id)}
            factors={await listSecondFactors(user)}
            actions={actions}
            backPath={back}
          />
        )}
        <UserList query={query} users={users} total={total} />
      </SystemPage>
    </AdminShell>
  );
}
