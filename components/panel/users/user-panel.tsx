import { Download } from "lucide";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { ProvedDownload } from "@/components/panel/admin/proved-download";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LabelledSelect } from "@/components/ui/labelled-select";
import { LabelledInput } from "@/components/ui/labelled-input";
import type { Role } from "@/lib/platform/auth/permissions";
import { localePath } from "@/lib/platform/i18n/routing";
import type { User } from "@/lib/accounts/accounts/users/queries";
import { rolesBelow } from "@/lib/accounts/accounts/users/rules";
import { CommandForm } from "../../ui/command-form";
import { HistoryList } from "../../ui/history-list";
import { Stamp } from "../../ui/stamp";
import { SystemSection } from "../../ui/system-page";
import { MergeForm } from "./merge-form";
import { SecondFactors } from "./second-factors";
import { panelPath } from "@/lib/platform/paths";

type Command = ComponentProps<typeof CommandForm>["action"];

type UserPanelProps = {
  user: User;
  own: Role;
  /** Permissions the caller has and may grant. */
  definitions: readonly { key: string; label: string }[];
  history: ComponentProps<typeof HistoryList>["entries"];
  /** Null when the auth server does not report them. */
  factors: ComponentProps<typeof SecondFactors>["factors"];
  actions: { changeRole: Command; changeBlock: Command; resend: Command; remove: Command; resetMfa: Command };
  backPath: string;
};

async function Reason() {
  const t = await getTranslations("panel/system.users");
  return <LabelledInput label={t("reason")} name="reason" maxLength={300} />;
}

async function RoleForm({
  user,
  own,
  definitions,
  action,
}: Pick<UserPanelProps, "user" | "own" | "definitions"> & { action: Command }) {
  const t = await getTranslations("panel/system");
  return (
    <CommandForm action={action} hidden={{ account: user.id }} label={t("users.saveRole")}>
      <LabelledSelect
        name="role"
        label={t("users.role")}
        value={user.role}
        options={rolesBelow(own).map((role) => [role, t(`roles.${role}`)])}
        className="sm:max-w-xs"
      />
      <details>
        <summary className="cursor-pointer text-link underline underline-offset-4">
          {t("users.extra", { count: user.permissions.length })}
        </summary>
        <fieldset className="mt-2 grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">
          <legend className="sr-only">{t("users.extraLegend")}</legend>
          {definitions.map(({ key, label }) => (
            <label key={key} className="flex min-h-9 items-center gap-2">
              <input
                type="checkbox"
                name="permissions[]"
                value={key}
                defaultChecked={user.permissions.includes(key)}
                className="size-5 accent-primary"
              />
              {label}
            </label>
          ))}
        </fieldset>
      </details>
      <Reason />
    </CommandForm>
  );
}

/** One account: role and permissions, block, data, deletion and history. */
export async function UserPanel({ user, own, definitions, history, factors, actions, backPath }: UserPanelProps) {
  const t = await getTranslations("panel/system");
  const [locale, { "panel/system": texts }] = await Promise.all([getLocale(), getMessages()]);
  const hidden = { account: user.id };
  return (
    <SystemSection
      title={user.username}
      lead={`${user.email} · ${t(`roles.${user.role as Role}`)}${user.full_name ? ` · ${user.full_name}` : ""}`}
    >
      <p className="text-muted">
        {t("users.verified")}: <Stamp at={user.email_verified_at} locale={locale} /> · {t("users.blockedSince")}:{" "}
        <Stamp at={user.blocked_at} locale={locale} />
      </p>
      {!user.is_manageable && <p className="font-semibold">{t("users.outOfReach")}</p>}
      {user.is_manageable && <RoleForm user={user} own={own} definitions={definitions} action={actions.changeRole} />}
      <div className="flex flex-wrap items-end gap-3 border-t border-line pt-3">
        {!user.email_verified_at && (
          <CommandForm action={actions.resend} hidden={hidden} label={t("users.resend")} variant="outline" />
        )}
        {user.is_manageable && (
          <Button asChild variant="outline">
            <ProvedDownload href={`/api/account-export?account=${user.id}`}>
              <Icon of={Download} /> {t("users.export")}
            </ProvedDownload>
          </Button>
        )}
      </div>
      {user.is_manageable && (
        <div className="grid gap-4 border-t border-line pt-3 lg:grid-cols-2">
          <CommandForm
            action={actions.changeBlock}
            hidden={{ ...hidden, blocked: String(!user.blocked_at) }}
            label={t(user.blocked_at ? "users.unblock" : "users.block")}
            variant={user.blocked_at ? "outline" : "danger"}
            confirm={user.blocked_at ? undefined : t("users.blockConfirm")}
          >
            <Reason />
          </CommandForm>
          <CommandForm
            action={actions.remove}
            hidden={hidden}
            label={t("users.remove")}
            variant="danger"
            confirm={t("users.removeConfirm")}
            next={backPath}
          >
            <LabelledInput
              label={t("users.typeEmail", { email: user.email })}
              name="email"
              type="email"
              required
              autoComplete="off"
            />
          </CommandForm>
        </div>
      )}
      {user.is_manageable && (
        <div className="grid gap-6 border-t border-line pt-4 lg:grid-cols-2">
          <SecondFactors account={user.id} factors={factors} action={actions.resetMfa} />
          <MergeForm
            key={user.id}
            account={user.id}
            email={user.email}
            panel={localePath(locale, `${panelPath("users")}?conta=`)}
            texts={{ merge: texts.merge, roles: texts.roles }}
          />
        </div>
      )}
      <h3 className="border-t border-line pt-4 text-xl">{t("history.title")}</h3>
      <HistoryList entries={history} />
    </SystemSection>
  );
}
