"use client";

import { ask } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { useState, useTransition, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { LabelledInput } from "@/components/ui/labelled-input";
import { mergeAction, previewMergeAction } from "@/lib/accounts/accounts/users/actions";
import { MergeReport } from "./merge-report";
import { MergeTexts, useMergeTexts, type MergeMessages } from "./merge-texts";

type Props = {
  account: string;
  email: string;
  /** Address of an account's page without the id. */
  panel: string;
  texts: MergeMessages;
};

type Answer = NonNullable<NonNullable<Awaited<ReturnType<typeof previewMergeAction>>>["data"]>;
/** The account that was entered, and the database's preview of the merge. */
type Preview = Answer & { targetEmail: string };

const field = (form: HTMLFormElement, name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;

/** A mistyped e-mail can be corrected here; every other obstacle must be removed first. */
const mayBeTried = ({ obstacles }: Preview) => obstacles.every((obstacle) => obstacle === "email");

function Verdict({ preview }: { preview: Preview }) {
  const { merge: texts, roles } = useMergeTexts();
  const { target, obstacles, lines } = preview;
  return (
    <div role="status" className="grid gap-3">
      {target && (
        <p>
          {texts.keeps} <strong>{target.username}</strong> · {roles[target.role]} · {preview.targetEmail}
        </p>
      )}
      {obstacles.length > 0 && (
        <ul className="grid gap-1 border-l-4 border-danger pl-3">
          {obstacles.map((obstacle) => (
            <li key={obstacle}>{texts.obstacles[obstacle]}</li>
          ))}
        </ul>
      )}
      {mayBeTried(preview) && <MergeReport lines={lines} />}
    </div>
  );
}

/** Merges an account into another in two steps: a preview first, then the merge. */
export function MergeForm({ account, email, panel, texts: all }: Props) {
  const texts = all.merge;
  const router = useRouter();
  const hydrated = useHydrated();
  const [isPending, start] = useTransition();
  const [preview, setPreview] = useState<Preview | null>(null);
  const locked = isPending || !hydrated;
  const run = (work: () => Promise<void>) =>
    start(() => work().catch((error: unknown) => notifyFailure({ thrownError: error as Error })));
  const failed = (answer: { serverError?: string; validationErrors?: unknown } | undefined) =>
    notifyFailure({ serverError: answer?.serverError ?? (answer?.validationErrors ? "input.invalid" : "unexpected") });

  const look = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const targetEmail = field(event.currentTarget, "targetEmail").trim();
    run(async () => {
      const answer = await previewMergeAction({ account, targetEmail });
      if (!answer?.data) return failed(answer);
      setPreview({ ...answer.data, targetEmail });
    });
  };
  const merge = async (form: HTMLFormElement) => {
    if (!preview?.target || !(await ask(texts.confirm.replace("{name}", preview.target.username)))) return;
    const { targetEmail, target } = preview;
    run(async () => {
      const answer = await mergeAction({
        account,
        targetEmail,
        email: field(form, "email"),
        reason: field(form, "reason"),
      });
      if (!answer?.data) return failed(answer);
      if (answer.data.outcome !== "saved") return setPreview({ ...preview, obstacles: answer.data.obstacles });
      setPreview(null);
      if (answer.data.isDeleted) {
        notify({ code: "system.done", variant: "success" });
        router.push(`${panel}${target.id}`);
      } else notify({ code: "merge.leftover", variant: "destructive", durationMs: Infinity });
      router.refresh();
    });
  };
  return (
    <MergeTexts value={all}>
      <section className="grid content-start gap-3" aria-busy={isPending}>
        <h3 className="text-xl">{texts.title}</h3>
        <p className="max-w-prose text-muted">{texts.lead}</p>
        <form method="post" onSubmit={look} className="flex flex-wrap items-end gap-3">
          <LabelledInput
            label={texts.kept}
            className="grow sm:max-w-sm"
            name="targetEmail"
            type="email"
            required
            maxLength={320}
            autoComplete="off"
            onChange={() => setPreview(null)}
          />
          <Button type="submit" variant="outline" disabled={locked}>
            {texts.look}
          </Button>
        </form>
        {preview && <Verdict preview={preview} />}
        {preview && mayBeTried(preview) && (
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault();
              void merge(event.currentTarget);
            }}
            className="grid gap-3 border-t border-line pt-3"
          >
            <label className="grid gap-1 text-sm">
              <span className="text-muted wrap-anywhere">{texts.typeEmail.replace("{email}", email)}</span>
              <Input name="email" type="email" required maxLength={320} autoComplete="off" />
            </label>
            <LabelledInput label={texts.reason} name="reason" required maxLength={300} />
            <Button type="submit" variant="danger" disabled={locked} className="w-fit">
              {texts.submit}
            </Button>
          </form>
        )}
      </section>
    </MergeTexts>
  );
}
