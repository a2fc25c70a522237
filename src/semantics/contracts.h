/* Functions of the machine for the contracts of library functions (runtime/contracts). */
#ifndef SEMANTICS_CONTRACTS_H
#define SEMANTICS_CONTRACTS_H

#include "code/code.h"
#include "term/term.h"

BuiltinFunction contract_use, contract_new_resource, contract_resource_of, contract_descriptor_of, contract_misuse,
    contract_is_unknown, contract_argument_class;

/* It stands for what is not known to be input: an argument, a variable, what an unknown function returned. */
bool contract_is_unknown_symbol(const Term *symbol);

#endif
