"use client";

import { useState, type SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { controlClass, Input } from "@/components/ui/input";
import type { GateData, GatePix, WalkIn } from "@/lib/events/gate/schema";
import { formatMoney } from "@/lib/platform/format";
import { fill } from "@/components/ui/fill";
import { useGateTexts } from "./gate-texts";
import { PaymentFields } from "./payment-fields";
import { isVisitor } from "@/lib/events/events/rules";
import { GATE_PAYMENT_METHODS } from "@/lib/platform/supabase/database-constants/events";

/** Why people were not registered; null after success. */
export type WalkInProblem =
  | "offline"
  | "full"
  | "wrong_list"
  | "approval_missing"
  | "price_changed"
  | "payment_missing"
  | "vehicle_missing"
  | "vehicle_too_new"
  | "failed"
  | null;
type WalkInFormProps = {
  locale: string;
  types: GateData["types"];
  onAdd: (walkIn: WalkIn) => Promise<WalkInProblem>;
  onPix: (walkIn: WalkIn) => Promise<GatePix | "off" | "failed">;
};

const namesOf = (lines: string) =>
  lines
    .split("\n")
    .map((name) => name.trim())
    .filter(Boolean);

function walkInOf(data: FormData): WalkIn {
  const textOf = (name: string) => {
    const value = data.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const [make, model, year, plate] = ["make", "model", "year", "plate"].map(textOf) as [string, string, string, string];
  return {
    typeId: textOf("typeId"),
    name: textOf("name"),
    email: textOf("email"),
    people: Number(textOf("people")) || 1,
    companions: namesOf(textOf("companions")),
    vehicles: make && model && year ? [{ make, model, year: Number(year), ...(plate && { plate }) }] : [],
    approvedBy: textOf("approvedBy"),
    paidBy: GATE_PAYMENT_METHODS.find((method) => method === data.get("paidBy")),
  };
}

/** Registers people who arrive without a registration. Needs a connection, because the server decides about the places. */
export function WalkInForm({ locale, types, onAdd, onPix }: WalkInFormProps) {
  const texts = useGateTexts().walkIn;
  const [problem, setProblem] = useState<WalkInProblem>(null);
  const [isBusy, setBusy] = useState(false);
  const [typeId, setType] = useState(types[0]?.id ?? "");
  const [people, setPeople] = useState(1);
  const [added, setAdded] = useState(0);
  const type = types.find(({ id }) => id === typeId) ?? types[0];
  const cents = type ? type.priceCents * (isVisitor(type.kind) && type.maxPeople > 1 ? Math.max(people, 1) : 1) : 0;
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const found = await onAdd({ ...walkInOf(new FormData(form)), cents });
    setBusy(false);
    setProblem(found);
    if (found !== null) return;
    form.reset();
    setType(types[0]?.id ?? "");
    setPeople(1);
    setAdded(added + 1);
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} aria-busy={isBusy} className="grid gap-3">
      <label className="grid gap-1 font-semibold">
        {texts.name}
        <Input name="name" required maxLength={120} autoComplete="off" className="font-sans font-normal" />
      </label>
      <TypeField locale={locale} types={types} value={typeId} onChange={setType} />
      {type && type.maxPeople > 1 && <PeopleFields most={type.maxPeople} people={people} onChange={setPeople} />}
      {type?.needsVehicle && <VehicleFields />}
      {type?.needsApproval && (
        <label className="grid gap-1 font-semibold">
          {texts.approvedBy}
          <Input name="approvedBy" required maxLength={120} autoComplete="off" className="font-sans font-normal" />
          <span className="font-sans text-sm font-normal text-muted">{texts.approvedByHint}</span>
        </label>
      )}
      <label className="grid gap-1 font-semibold">
        {texts.email}
        <Input name="email" type="email" maxLength={254} autoComplete="off" className="font-sans font-normal" />
      </label>
      {cents > 0 && (
        <PaymentFields
          key={added}
          locale={locale}
          cents={cents}
          onPix={(form) => onPix(walkInOf(new FormData(form)))}
        />
      )}
      {problem && (
        <p role="alert" className="text-danger">
          {texts.problem[problem]}
        </p>
      )}
      <Button type="submit" disabled={isBusy} className="w-fit">
        {texts.add}
      </Button>
    </form>
  );
}

type TypeFieldProps = Pick<WalkInFormProps, "locale" | "types"> & { value: string; onChange: (id: string) => void };

function TypeField({ locale, types, value, onChange }: TypeFieldProps) {
  const texts = useGateTexts().walkIn;
  return (
    <label className="grid gap-1 font-semibold">
      {texts.type}
      <select
        name="typeId"
        required
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} font-sans font-normal`}
      >
        {types.map((type) => (
          <option key={type.id} value={type.id} disabled={type.left !== null && type.left < 1}>
            {type.name} · {type.priceCents > 0 ? formatMoney(type.priceCents, locale) : texts.free}
            {type.left !== null && ` · ${fill(texts.left, { count: type.left })}`}
          </option>
        ))}
      </select>
    </label>
  );
}

type PeopleFieldsProps = { most: number; people: number; onChange: (people: number) => void };

/** Number of people, and names of those who come along. */
function PeopleFields({ most, people, onChange }: PeopleFieldsProps) {
  const texts = useGateTexts().walkIn;
  return (
    <>
      <label className="grid gap-1 font-semibold">
        {texts.people}
        <Input
          name="people"
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          required
          value={people || ""}
          onChange={(event) => onChange(event.target.valueAsNumber || 0)}
          className="w-28 font-sans font-normal"
        />
      </label>
      {people > 1 && (
        <label className="grid gap-1 font-semibold">
          {texts.companions}
          <textarea
            name="companions"
            rows={Math.max(2, Math.min(people, 6) - 1)}
            maxLength={2400}
            // Everybody who is named also pays.
            onChange={(event) => onChange(Math.max(people, 1 + namesOf(event.target.value).length))}
            className={`${controlClass} h-auto py-2 font-sans font-normal`}
          />
        </label>
      )}
    </>
  );
}

function VehicleFields() {
  const texts = useGateTexts().walkIn;
  const look = "font-sans font-normal";
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 font-semibold">{texts.vehicle}</legend>
      <label className="grid gap-1">
        {texts.make}
        <Input name="make" required maxLength={60} autoComplete="off" className={look} />
      </label>
      <label className="grid gap-1">
        {texts.model}
        <Input name="model" required maxLength={80} autoComplete="off" className={look} />
      </label>
      <label className="grid gap-1">
        {texts.year}
        <Input name="year" type="number" inputMode="numeric" required min={1880} max={2100} className={look} />
      </label>
      <label className="grid gap-1">
        {texts.plate}
        <Input name="plate" maxLength={10} autoComplete="off" className={look} />
      </label>
    </fieldset>
  );
}
