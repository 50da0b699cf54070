"use client";

import { useRouter } from "next/navigation";
import { SubmitButton } from "@/components/form/submit-button";
import { TextAreaField } from "@/components/form/text-area-field";
import { TextField } from "@/components/form/text-field";
import { notify } from "@/components/ui/notify";
import { fill } from "@/components/ui/fill";
import { FactList } from "@/components/ui/fact-list";
import { RowEditor, RowNotices, useRowForm } from "@/components/garage/vehicles/row-form";
import { saveDossierAction } from "@/lib/garage/history/dossier/actions";
import { ALL_POINTS, POINT_GROUPS, totalOf, type Points } from "@/lib/garage/history/dossier/rules";
import { useRowTexts } from "@/components/garage/vehicles/row-texts";
import { useDossierTexts } from "./dossier-texts";

type Props = {
  id: string;
  values: Points & { club: string; notes: string };
  minimum: number;
  isOwner: boolean;
};

/** The points that the owner estimates, marked as an estimate; members read them. */
export function DossierForm(props: Props) {
  const texts = useDossierTexts();
  const { values, minimum, isOwner } = props;
  const words = texts.points;
  const total = totalOf(values);
  return (
    <div className="grid gap-4">
      <p className="rounded-xl border-2 border-faixa p-3 font-semibold">{words.warning}</p>
      <p className="text-muted">{fill(words.lead, { minimum, all: ALL_POINTS })}</p>
      <p className="font-display text-2xl" data-total={total ?? ""}>
        {total === null ? words.totalNone : fill(words.total, { total, all: ALL_POINTS })}
      </p>
      {total !== null && (
        <p>
          {total >= minimum ? fill(words.enough, { minimum }) : fill(words.short, { points: minimum - total, minimum })}
        </p>
      )}
      {isOwner ? <Fields {...props} /> : <Read {...props} />}
    </div>
  );
}

function Read({ values }: Props) {
  const texts = useDossierTexts();
  const rows = POINT_GROUPS.map((group) => [texts.groups[group], String(values[group] ?? "–")] as const);
  const words = [
    [texts.points.club, values.club],
    [texts.points.notes, values.notes],
  ] as const;
  return <FactList rows={[...rows, ...words.filter(([, value]) => value)]} />;
}

function Fields({ id, values }: Props) {
  const texts = useDossierTexts();
  const common = useRowTexts();
  const router = useRouter();
  const form = useRowForm(saveDossierAction, values, () => {
    notify({ code: "vehicle.saved", values: { title: texts.title }, variant: "success" });
    router.refresh();
  });
  const labels = { ...texts.groups, club: texts.points.club, notes: texts.points.notes };
  return (
    <RowEditor form={form} id={id}>
      <div className="grid gap-4 sm:grid-cols-2">
        {POINT_GROUPS.map((group) => (
          <TextField
            key={group}
            name={group}
            label={texts.groups[group]}
            optional={common.optional}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={values[group] ?? ""}
            maxLength={3}
          />
        ))}
      </div>
      <TextField
        name="club"
        label={texts.points.club}
        hint={texts.points.clubHint}
        optional={common.optional}
        autoComplete="off"
        defaultValue={values.club}
        maxLength={120}
      />
      <TextAreaField
        name="notes"
        label={texts.points.notes}
        hint={texts.points.notesHint}
        optional={common.optional}
        defaultValue={values.notes}
      />
      <RowNotices form={form} labels={labels} onReload={() => location.reload()} />
      <SubmitButton label={common.save} pendingLabel={common.pending} pending={form.isPending} />
    </RowEditor>
  );
}
