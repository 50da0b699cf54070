"use client";

import { ImagePlus } from "lucide";
import { useId, useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";

const CLASSES =
  "w-full cursor-pointer justify-center border-dashed has-focus-visible:outline-3 has-focus-visible:outline-faixa sm:w-fit";

type Props = {
  label: string;
  hint: string;
  sending: string;
  accept: string;
  /** Sends the files and returns one sentence per file that was not stored. */
  onFiles: (files: readonly File[]) => Promise<string[]>;
};

/** A large button that chooses files or takes a photo and sends them at once. */
export function FilePicker({ label, hint, sending, accept, onFiles }: Props) {
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const hydrated = useHydrated();
  const id = useId();
  const send = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setSending(true);
    setProblems(await onFiles(files));
    setSending(false);
  };
  return (
    <div className="grid gap-2">
      <label className={buttonClass({ className: CLASSES })}>
        <Icon of={ImagePlus} className="size-6" />
        {isSending ? sending : label}
        <input
          type="file"
          multiple
          accept={accept}
          disabled={!hydrated || isSending}
          aria-describedby={id}
          className="sr-only"
          onChange={({ target }) => {
            void send([...(target.files ?? [])]);
            target.value = "";
          }}
        />
      </label>
      <p id={id} className="text-sm text-muted">
        {hint}
      </p>
      <ul role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
