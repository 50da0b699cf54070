import { fill } from "@/components/ui/fill";

type LateNoteProps = {
  /** Texts with `{count}`. */
  texts: { sent: string; unsent: string };
  rest: { sent: number; unsent: number } | null;
};

/** How many late readings were sent and how many were refused. */
export function LateNote({ texts, rest }: LateNoteProps) {
  // What the device kept is sent without an action of its owner.
  if (!rest) return <span hidden data-at-once />;
  return (
    <div role="status" className="grid gap-2">
      {rest.sent > 0 && <p>{fill(texts.sent, { count: rest.sent })}</p>}
      {rest.unsent > 0 && <p className="text-danger">{fill(texts.unsent, { count: rest.unsent })}</p>}
    </div>
  );
}
