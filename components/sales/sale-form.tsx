"use client";

import type { ReactNode } from "react";
import type { Messages } from "next-intl";
import { ActionForm } from "@/components/form/action-form";
import { CheckboxField } from "@/components/form/checkbox-field";
import { SubmitButton } from "@/components/form/submit-button";
import { TextField } from "@/components/form/text-field";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { endDateOf } from "@/lib/sales/rules";
import { PlanChoice, type OfferedPlan } from "./plan-choice";
import { SaleTerms } from "./sale-terms";
import { SignatureField } from "./signature-field";
import { Spinner } from "./spinner";
import { useSaleForm, type SaleFormTexts } from "./use-sale-form";

type SaleFormProps = {
  sellerId: string;
  plans: readonly OfferedPlan[];
  terms: { version: string; clauses: readonly string[] };
  today: string;
  texts: SaleFormTexts;
  validation: Messages["requests"]["validation"];
  dashboard: string;
};

/** The form as soon as the device's draft can be read. */
export function SaleForm(props: SaleFormProps) {
  return useHydrated() ? <OpenSaleForm {...props} /> : <Spinner label={props.texts.loading} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid gap-4">
      <CardTitle>{title}</CardTitle>
      {children}
    </Card>
  );
}

function Period({ texts, values, plans, today }: Pick<SaleFormProps, "texts" | "plans" | "today"> & { values: Record<string, string> }) {
  const start = values.startDate ?? today;
  const days = plans.find(({ id }) => id === values.planId)?.days;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="startDate" type="date" label={texts.startDate} defaultValue={start} />
      <label className="grid content-start gap-1.5 font-semibold">
        {texts.endDate}
        <Input type="date" readOnly tabIndex={-1} value={days === undefined ? "" : endDateOf(start, days)} className="bg-raised font-normal" />
        <span className="text-sm font-normal text-muted">{texts.endDateHint}</span>
      </label>
    </div>
  );
}

function ClientFields({ texts, values }: { texts: SaleFormTexts; values: Record<string, string> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="company" label={texts.company} autoComplete="off" maxLength={160} defaultValue={values.company} />
      <TextField name="contact" label={texts.contact} autoComplete="off" maxLength={120} defaultValue={values.contact} />
      <TextField name="email" label={texts.email} type="email" inputMode="email" autoComplete="off" maxLength={254} defaultValue={values.email} hint={texts.emailHint} />
      <TextField name="phone" label={texts.phone} type="tel" inputMode="tel" autoComplete="off" maxLength={30} defaultValue={values.phone} hint={texts.phoneHint} />
    </div>
  );
}

function OpenSaleForm({ sellerId, plans, terms, today, texts, validation, dashboard }: SaleFormProps) {
  const form = useSaleForm({ sellerId, plans, termsVersion: terms.version, texts, dashboard });
  const { drawings, values: first } = form.draft;
  const resumed = form.draft.savedAt > 0;
  return (
    <div onInput={(event) => form.type((event.target as HTMLInputElement).form!)}>
      <ActionForm submit={form.submit} pending={form.isPending} errors={form.errors} texts={{ ...validation, ...texts.validation }} className="gap-5">
        {resumed && (
          <div className="flex flex-wrap items-center gap-3 rounded-xl bg-raised px-4 py-2">
            <p className="mr-auto">{texts.resumed}</p>
            <Button variant="outline" onClick={form.discard}>
              {texts.discard}
            </Button>
          </div>
        )}
        <Part title={texts.details}>
          <PlanChoice legend={texts.plan} plans={plans} chosen={first.planId} />
          <Period texts={texts} values={form.values} plans={plans} today={today} />
        </Part>
        <Part title={texts.client}>
          <ClientFields texts={texts} values={first} />
        </Part>
        <Part title={texts.termsAndSignatures}>
          <SaleTerms label={texts.terms} clauses={terms.clauses} />
          <CheckboxField name="acceptsTerms" label={texts.agree} defaultChecked={first.acceptsTerms === "on"} />
          <div className="grid gap-5 md:grid-cols-2">
            <SignatureField label={texts.sellerSignature} hint={texts.signHere} clear={texts.clear} initial={drawings.seller} onChange={(drawing) => form.sign("seller", drawing)} />
            <SignatureField label={texts.clientSignature} hint={texts.signHere} clear={texts.clear} initial={drawings.client} onChange={(drawing) => form.sign("client", drawing)} />
          </div>
        </Part>
        <div aria-live="polite">{form.problem && <p className="rounded-xl border-2 border-danger p-4 font-semibold">{form.problem}</p>}</div>
        <SubmitButton label={texts.submit} pendingLabel={texts.saving} pending={form.isPending} variant="faixa" className="h-14 px-8 text-xl max-sm:whitespace-normal" />
      </ActionForm>
    </div>
  );
}
