import { useAction, type HookCallbacks, type SingleInputActionFn } from "next-safe-action/hooks";
import type { z } from "zod";
import { notifyFailure } from "./notify-failure";

/**
 * The action of a form that shows invalid fields itself: other failures are shown as a notice, and the same input is sent
 * again after a proof of identity.
 */
export function useFormAction<ServerError extends string, Schema extends z.ZodType | undefined, ShapedErrors, Data>(
  action: SingleInputActionFn<ServerError, Schema, ShapedErrors, Data>,
  onSuccess: HookCallbacks<ServerError, Schema, ShapedErrors, Data>["onSuccess"],
) {
  const { execute, ...used } = useAction(action, {
    onSuccess,
    onError: ({ error: { validationErrors, ...failure }, input }) => {
      if (!validationErrors) notifyFailure(failure, () => execute(input));
    },
  });
  return { execute, ...used };
}
