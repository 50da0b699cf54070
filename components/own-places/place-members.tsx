import { getLocale, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/admin/system/command-form";
import { SystemSection } from "@/components/admin/system/system-page";
import { controlClass } from "@/components/ui/input";
import { addPlaceMemberAction, removePlaceMemberAction } from "@/lib/own-places/actions";
import { PLACE_ROLES } from "@/lib/own-places/rules";
import type { People } from "@/lib/own-places/schema";
import { formatDay } from "@/lib/platform/format";

/** For the team, above the record of a place: the accounts that run it. */
export async function PlaceMembers({ service, people }: { service: string; people: People }) {
  const t = await getTranslations("own-places");
  const locale = await getLocale();
  return (
    <SystemSection title={t("admin.title")} lead={t("admin.lead")}>
      {people.members.length === 0 && <p className="text-muted">{t("admin.none")}</p>}
      <ul className="grid gap-2">
        {people.members.map(({ account_id: account, name, email, role, created_at: since }) => (
          <li key={account} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-2">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <span className="wrap-anywhere">{email}</span>
            <span className="mr-auto text-sm text-muted">
              {t(`role.${role}`)} · {t("people.since", { date: formatDay(since, locale) })}
            </span>
            <CommandForm
              action={removePlaceMemberAction}
              hidden={{ service, account }}
              label={t("admin.remove")}
              confirm={t("admin.removeConfirm", { name })}
              variant="outline"
            />
          </li>
        ))}
      </ul>
      <CommandForm action={addPlaceMemberAction} hidden={{ service }} label={t("admin.add")} className="sm:grid-cols-2">
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("people.email")}</span>
          <input type="email" name="email" required maxLength={254} autoComplete="off" className={controlClass} />
        </label>
        <label className="grid gap-1 text-sm">
          <span className="text-muted">{t("admin.role")}</span>
          <select name="role" className={controlClass}>
            {PLACE_ROLES.map((role) => (
              <option key={role} value={role}>
                {t(`role.${role}`)}
              </option>
            ))}
          </select>
        </label>
      </CommandForm>
    </SystemSection>
  );
}
