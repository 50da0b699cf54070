/** Why an action was not done; nothing without a text. */
export const Problem = ({ text }: { text: string }) =>
  text ? (
    <p role="alert" className="font-semibold text-danger">
      {text}
    </p>
  ) : null;
