import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import type { ComponentProps } from "react";
import { Input } from "@/components/ui/input";
import { controlClass } from "@/components/ui/input";
import { HOME_SECTIONS, type HomeSection } from "@/lib/platform/settings/rules";
import { formValue, type SettingField, type SettingPart } from "@/lib/platform/settings/schema";
import { CommandForm } from "../../ui/command-form";
import { LogoField } from "./logo-field";
import { SectionOrder } from "./section-order";
import { StateMark } from "../../ui/state-mark";

type SettingsFormProps = {
  fields: readonly SettingField[];
  values: Record<string, string>;
  examples: readonly string[];
  action: ComponentProps<typeof CommandForm>["action"];
};

const TYPE = { text: "text", email: "email", link: "url", number: "number" } as const;

/** The settings of one page, each with its description; grouped under headings where there are many. */
export async function SettingsForm({ fields, values, examples, action }: SettingsFormProps) {
  const t = await getTranslations("panel/system");
  const rows = (part: SettingPart | undefined) =>
    fields
      .filter((field) => field.part === part)
      .map((field) => (
        <Setting
          key={field.key}
          field={field}
          value={formValue(field, values)}
          isExample={examples.includes(field.key)}
        />
      ));
  const parts = [...new Set(fields.map(({ part }) => part))];
  const initial = JSON.stringify(Object.fromEntries(fields.map((field) => [field.key, formValue(field, values)])));
  return (
    <CommandForm action={action} label={t("save")} hidden={{ initial }} className="max-w-2xl gap-5">
      {parts.map((part) =>
        part ? (
          <fieldset key={part} className="grid min-w-0 gap-5 rounded-xl border border-line p-4 sm:p-5">
            <legend className="px-2 font-display text-2xl">{t(`part.${part}`)}</legend>
            {rows(part)}
          </fieldset>
        ) : (
          rows(part)
        ),
      )}
    </CommandForm>
  );
}

type SettingProps = { field: SettingField; value: string; isExample: boolean };

async function Setting({ field, value, isExample }: SettingProps) {
  const t = await getTranslations("panel/system");
  const { key, kind, part } = field;
  const note = `${key}-note`;
  const label = t(`setting.${key as "dark_header"}.label`);
  const hint = (
    <p id={note} className="text-sm text-muted">
      {t(`setting.${key as "dark_header"}.hint`)}
    </p>
  );
  if (kind === "sections") {
    return (
      <div role="group" aria-label={label} aria-describedby={note} className="grid gap-2">
        {hint}
        <SectionOrder name={key} value={value} labels={await sectionLabels()} />
      </div>
    );
  }
  const isSwitch = part === "features" || part === "roads";
  return (
    <div className={isSwitch ? SWITCH_ROW : "grid gap-1"}>
      <label htmlFor={key} className="flex flex-wrap items-center gap-2 font-semibold">
        {label} {isExample && <StateMark look="wait">{t(value ? "example" : "missing")}</StateMark>}
      </label>
      {kind === "flag" ? (
        <YesOrNo id={key} value={value} words={isSwitch ? [t("off"), t("on")] : [t("no"), t("yes")]} />
      ) : kind === "image" ? (
        <Logo id={key} value={value} />
      ) : (
        <Typed field={field} value={value} />
      )}
      {hint}
    </div>
  );
}

const SWITCH_ROW =
  "grid gap-x-6 gap-y-1 border-t border-line pt-4 first-of-type:border-t-0 first-of-type:pt-0 sm:grid-cols-[1fr_auto] sm:[&>p]:row-start-2 sm:[&>select]:row-span-2 sm:[&>select]:self-center";

function YesOrNo({ id, value, words: [no, yes] }: { id: string; value: string; words: readonly [string, string] }) {
  return (
    <select
      id={id}
      name={id}
      defaultValue={value}
      aria-describedby={`${id}-note`}
      className={`${controlClass} sm:w-40`}
    >
      <option value="false">{no}</option>
      <option value="true">{yes}</option>
    </select>
  );
}

async function Logo({ id, value }: { id: string; value: string }) {
  const { "panel/records": records } = await getMessages();
  return (
    <NextIntlClientProvider
      messages={{ "panel/records": { image: records.image, errors: records.errors } as typeof records }}
    >
      <LogoField key={value} name={id} value={value} describedBy={`${id}-note`} />
    </NextIntlClientProvider>
  );
}

function Typed({ field: { key, kind, min, max }, value }: { field: SettingField; value: string }) {
  const limits = kind === "number" ? { min, max } : { maxLength: max ?? 500 };
  return (
    <Input
      id={key}
      name={key}
      type={TYPE[kind as keyof typeof TYPE]}
      defaultValue={value}
      aria-describedby={`${key}-note`}
      {...limits}
    />
  );
}

async function sectionLabels() {
  const t = await getTranslations("panel/system.sections");
  const raw = (key: "up" | "down" | "moved") => t.raw(key) as string;
  const names = Object.fromEntries(HOME_SECTIONS.map((name) => [name, t(`name.${name}`)])) as Record<
    HomeSection,
    string
  >;
  return { names, first: t("first"), always: t("always"), up: raw("up"), down: raw("down"), moved: raw("moved") };
}
