import type { ComponentProps, ReactNode } from "react";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/labelled-input";
import { CommandForm } from "../../ui/command-form";

/** URL parameter with the kind of settings that the form tests; its fields are the other parameters. */
const TEST = "test";

/** Path of the page, which shows the tested values too, and its parameters. */
export type SettingsPage = { path: string; params: Readonly<Record<string, string | string[] | undefined>> };

type Props<Name extends string> = {
  page: SettingsPage;
  kind: "pace" | "conditions";
  active: Readonly<Record<Name, number>>;
  schema: z.ZodType<Readonly<Record<Name, number>>>;
  texts: Record<"try" | "invalid" | "activate", string>;
  action: ComponentProps<typeof CommandForm>["action"];
  fields: (values: Readonly<Record<Name, string>>) => ReactNode;
  preview: (tested: Readonly<Record<Name, number>>) => ReactNode;
};

/** Weights of an algorithm: test them on examples, then activate them as the new version. */
export async function TestedSettings<Name extends string>(props: Props<Name>) {
  const { page, kind, active, schema, texts, action, fields, preview } = props;
  const t = await getTranslations("panel/system.algorithms");
  const names = Object.keys(active) as Name[];
  const isTest = page.params[TEST] === kind;
  const typed = (name: Name) => {
    const value = page.params[name];
    return typeof value === "string" ? value.slice(0, 20) : "";
  };
  const formValues = Object.fromEntries(
    names.map((name) => [name, isTest ? typed(name) : String(active[name])]),
  ) as Record<Name, string>;
  const tested = isTest ? schema.safeParse(formValues) : null;
  return (
    <>
      <form action={page.path} className="grid gap-4">
        <input type="hidden" name={TEST} value={kind} />
        {fields(formValues)}
        <Button type="submit" variant="outline" className="w-fit">
          {texts.try}
        </Button>
      </form>
      {tested?.success === false && (
        <p role="alert" className="rounded-xl border-2 border-danger p-3">
          {texts.invalid}
        </p>
      )}
      {tested?.success && (
        <>
          {preview(tested.data)}
          <CommandForm
            action={action}
            label={texts.activate}
            hidden={Object.fromEntries(names.map((name) => [name, String(tested.data[name])]))}
            next={page.path}
          >
            <LabelledInput label={t("note")} className="sm:max-w-lg" name="note" maxLength={300} />
          </CommandForm>
        </>
      )}
    </>
  );
}
