import { Search } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import { ROLES, type Role } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import type { User } from "@/lib/accounts/accounts/users/queries";
import { userAddress, USER_STATUS, USERS_PER_PAGE, type UserQuery } from "@/lib/accounts/accounts/users/rules";
import { DataTable } from "../../ui/data-table";
import { Pager } from "../../ui/pager";
import { Stamp } from "../../ui/stamp";
import { StateMark } from "../../ui/state-mark";
import { pageCount } from "@/lib/platform/paging";
import { panelPath } from "@/lib/platform/paths";

type UserListProps = { query: UserQuery; users: readonly User[]; total: number };

async function Toolbar({ query }: { query: UserQuery }) {
  const t = await getTranslations("panel/system");
  const all = await getTranslations("panel/records.list");
  const choices = [
    ["role", t("users.role"), query.role, ROLES.map((role) => [role, t(`roles.${role}`)] as const)],
    [
      "status",
      t("users.status"),
      query.status,
      USER_STATUS.map((status) => [status, t(`users.is.${status}`)] as const),
    ],
  ] as const;
  return (
    <form
      role="search"
      action={localePath(await getLocale(), panelPath("users"))}
      className="flex flex-wrap items-end gap-3 rounded-xl border border-line bg-surface p-3"
    >
      <LabelledInput
        label={t("users.search")}
        className="grow sm:max-w-sm"
        type="search"
        name="q"
        defaultValue={query.q}
        maxLength={100}
        data-list-search
      />
      {choices.map(([name, label, value, options]) => (
        <LabelledSelect
          key={name}
          name={name}
          label={label}
          value={value}
          options={options}
          all={all("all")}
          width="sm:w-52"
        />
      ))}
      <Button type="submit" variant="outline">
        <Icon of={Search} /> {all("apply")}
      </Button>
    </form>
  );
}

/** A list of accounts with search, filters and pages. */
export async function UserList({ query, users, total }: UserListProps) {
  const t = await getTranslations("panel/system");
  const locale = await getLocale();
  const to = (changes: Record<string, string | number>) => localePath(locale, userAddress(query, changes));
  const rows = users.map((user) => ({
    id: user.id,
    cells: [
      <Link key="name" href={to({ conta: user.id })} className="font-semibold text-link underline underline-offset-4">
        {user.username}
      </Link>,
      user.email,
      t(`roles.${user.role as Role}`),
      user.blocked_at ? (
        <StateMark look="bad">{t("users.is.blocked")}</StateMark>
      ) : (
        <StateMark look={user.email_verified_at ? "good" : "wait"}>
          {t(user.email_verified_at ? "users.is.active" : "users.is.unverified")}
        </StateMark>
      ),
      <Stamp key="at" at={user.created_at} locale={locale} />,
      <Stamp key="seen" at={user.last_sign_in_at} locale={locale} />,
    ],
  }));
  const heads = (["name", "email", "role", "status", "created", "lastSignIn"] as const).map((name) =>
    t(`users.${name}`),
  );
  return (
    <>
      <Toolbar query={query} />
      <DataTable caption={t("users.title")} heads={heads} rows={rows} empty={t("users.nothing")} />
      <Pager page={query.page} last={pageCount(total, USERS_PER_PAGE)} hrefOf={(page) => to({ page })} />
    </>
  );
}
