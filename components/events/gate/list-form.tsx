import { getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { controlClass, Input } from "@/components/ui/input";
import { addListAction } from "@/lib/events/gate/actions";
import { LIST_PURPOSES, REGISTRATION_KINDS } from "@/lib/platform/supabase/database-constants/events";

/** A further list of an event: another entrance, meals, kits. */
export async function ListForm({ eventId }: { eventId: string }) {
  const t = await getTranslations("events/gate");
  return (
    <CommandForm action={addListAction} label={t("lists.add")} hidden={{ eventId }}>
      <div className="grid gap-3 sm:grid-cols-3">
        <label className="grid gap-1 font-semibold">
          {t("lists.name")}
          <Input name="name" required maxLength={60} autoComplete="off" className="font-sans font-normal" />
        </label>
        <label className="grid gap-1 font-semibold">
          {t("lists.purpose")}
          <select name="purpose" className={`${controlClass} font-sans font-normal`}>
            {LIST_PURPOSES.map((purpose) => (
              <option key={purpose} value={purpose}>
                {t(`purpose.${purpose}`)}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1 font-semibold">
          {t("lists.reentry")}
          <select name="reentry" className={`${controlClass} font-sans font-normal`}>
            <option value="no">{t("lists.no")}</option>
            <option value="yes">{t("lists.yes")}</option>
          </select>
        </label>
      </div>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
        <legend className="font-semibold">{t("lists.kinds")}</legend>
        {REGISTRATION_KINDS.map((kind) => (
          <label key={kind} className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name="kinds[]" value={kind} className="size-5 accent-primary" />
            {t(`kind.${kind}`)}
          </label>
        ))}
      </fieldset>
    </CommandForm>
  );
}
