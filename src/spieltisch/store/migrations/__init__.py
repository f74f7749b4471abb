"""The steps from every older database to the present one; run by `store.migrate`."""
