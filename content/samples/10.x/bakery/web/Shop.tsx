import { trpc } from './trpc';

export function Shop() {
  const utils = trpc.useContext();
  const breads = trpc.bread.list.useQuery();
  const place = trpc.order.place.useMutation({
    onSuccess: () => utils.bread.list.invalidate(),
  });

  if (breads.error) return <p>{breads.error.message}</p>;
  if (!breads.data) return <p>Looking at the shelf …</p>;

  return (
    <>
      <ul>
        {breads.data.map((bread) => (
          <li key={bread.id}>
            {bread.name}, {(bread.price / 100).toFixed(2)}{' '}
            <button
              type="button"
              disabled={bread.stock === 0 || place.isLoading}
              onClick={() =>
                place.mutate({ breadId: bread.id, count: 1 })
              }
            >
              Order one of {bread.stock}
            </button>
          </li>
        ))}
      </ul>
      {place.error && <p role="alert">{place.error.message}</p>}
      {place.data && <p>{place.data.id} is on its way.</p>}
    </>
  );
}
