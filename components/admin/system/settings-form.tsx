import { getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { controlClass } from "@/components/ui/input";
import type { SettingField } from "@/lib/settings/schema";
import { CommandForm } from "./command-form";
import { StateMark } from "./state-mark";

type SettingsFormProps = { fields: readonly SettingField[]; values: Record<string, string>; examples: readonly string[]; action: ComponentProps<typeof CommandForm>["action"] };

const TYPE = { text: "text", email: "email", link: "url", image: "text", number: "number" } as const;

/** The settings of one page, each with what it does. */
export async function SettingsForm({ fields, values, examples, action }: SettingsFormProps) {
  const t = await getTranslations("system");
  return (
    <CommandForm action={action} label={t("save")} className="max-w-2xl gap-5">
      {fields.map(({ key, kind, max, min, fallback = "" }) => {
        const value = values[key] ?? fallback;
        const note = `${key}-note`;
        return (
          <div key={key} className="grid gap-1">
            <label htmlFor={key} className="flex flex-wrap items-center gap-2 font-semibold">
              {t(`setting.${key as "dark_header"}.label`)} {examples.includes(key) && <StateMark look="wait">{t("example")}</StateMark>}
            </label>
            {kind === "flag" ? (
              <select id={key} name={key} defaultValue={value === "true" ? "true" : "false"} aria-describedby={note} className={`${controlClass} sm:w-40`}>
                <option value="false">{t("no")}</option>
                <option value="true">{t("yes")}</option>
              </select>
            ) : (
              <Input id={key} name={key} type={TYPE[kind]} defaultValue={value} aria-describedby={note} {...(kind === "number" ? { min, max } : { maxLength: max ?? 500 })} />
            )}
            <p id={note} className="text-sm text-muted">
              {t(`setting.${key as "dark_header"}.hint`)}
            </p>
          </div>
        );
      })}
    </CommandForm>
  );
}
