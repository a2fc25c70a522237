; What SMT-LIB leaves open is free, but a function of its arguments: the zero that fp.min and fp.max give of zeros with
; different signs, and integers that a float does not fit into.
(set-logic ALL)
(define-fun pz () Float16 (_ +zero 5 11))
(define-fun nz () Float16 (_ -zero 5 11))
(declare-const x Float16)
(declare-const y Float16)
(push 1) (assert (= (fp.min pz nz) pz)) (check-sat) (pop 1)
;> sat
(push 1) (assert (= (fp.min pz nz) nz)) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct (fp.max pz nz) (fp.max nz pz))) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct (fp.max pz nz) pz nz)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= x y)) (assert (distinct (fp.min x nz) (fp.min y nz))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct (fp.min pz pz) pz)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (distinct ((_ fp.to_ubv 8) RNE (_ NaN 5 11)) ((_ fp.to_ubv 8) RTZ (_ NaN 5 11)))) (check-sat) (pop 1)
;> sat
(push 1) (assert (distinct ((_ fp.to_ubv 8) RNE x) ((_ fp.to_ubv 8) RNE y))) (assert (= x y)) (check-sat) (pop 1)
;> unsat
